@testable import Raster
import Testing
import TiledJPEG

struct ScanPlanTests {
    private func error(_ file: [UInt8]) -> ImageError? {
        do {
            _ = try ScanPlan(file)
            return nil
        } catch { return error }
    }

    @Test func `a plan tells blocks, segments and tables`() throws {
        let plan = try ScanPlan(SeededJPEG(width: 100, height: 40, restartInterval: 7).encoded())
        #expect(plan.blocksPerMCU == 6)
        #expect(plan.components.map(\.firstBlock) == [0, 4, 5])
        #expect([plan.mcusAcross, plan.mcusDown, plan.mcusPerSegment, plan.segments.count] == [7, 3, 7, 3])
        #expect(plan.components[1].acTable != plan.components[0].acTable)
    }

    @Test func `restart markers have to match the interval in number and order`() {
        let file = JPEGSurgery(SeededJPEG(restartInterval: 2).encoded())
        #expect(error(file.bytes) == nil)
        for interval in [1, 3, 100] as [UInt8] {
            var other = file
            other.replace(0xDD, [0, interval])
            #expect(error(other.bytes)?.code == .malformed)
        }
        let marker = file.bytes.indices.dropLast().last { file.bytes[$0] == 0xFF && file.bytes[$0 + 1] == 0xD1 }
        var swapped = file
        swapped.bytes[(marker ?? 0) + 1] = 0xD2
        #expect(error(swapped.bytes)?.code == .malformed)
    }

    @Test func `something other than the end behind the scan is left to the general decoder`() {
        let bytes = SeededJPEG().encoded()
        #expect(error(Array(bytes.dropLast(2)) + [0xFF, 0xFE, 0, 3, 65, 0xFF, 0xD9])?.code == .unsupported)
        #expect(error(Array(bytes.dropLast(2)))?.code == .malformed)
        // What stands behind the end is nobody's.
        #expect(error(bytes + [1, 2, 3]) == nil)
    }

    @Test func `a missing table is refused`() {
        for marker in [0xDB, 0xC4] as [UInt8] {
            var file = JPEGSurgery(SeededJPEG().encoded())
            file.replace(marker, [])
            #expect(error(file.bytes)?.code == .malformed)
        }
    }

    @Test func `divisors of 16 bits are right up to 2047 and refused beyond, and zero always`() throws {
        var file = JPEGSurgery(SeededJPEG(width: 33, height: 25, components: 1, sampling: [(1, 1)]).encoded())
        let eight = Array(file.payload(0xDB).dropFirst())
        func stored(_ values: [Int]) -> [UInt8] { [0x10] + values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
        for factor in [1, 3] {
            file.replace(0xDB, stored(eight.map { Int($0) * factor }))
            for scale in JPEGScale.allCases {
                let picture = try ScaledJPEGDecoder().decode([file.bytes], at: scale)[0].get()
                #expect(try #require(ExactTransform(file.bytes, scale)).firstFault(in: picture) == nil)
            }
        }
        for (value, code) in [(2047, nil), (2048, .unsupported), (0, .unsupported)] as [(Int, ImageError.Code?)] {
            file.replace(0xDB, stored([value] + eight.dropFirst().map { Int($0) }))
            #expect(error(file.bytes)?.code == code)
        }
    }

    @Test func `the byte count of a segment has to fit its bits`() {
        let bytes = SeededJPEG().encoded()
        let end = bytes.count - 2
        let longer = Array(bytes[..<end]) + [0x12] + Array(bytes[end...])
        let error = #expect(throws: ImageError.self) {
            try ScaledJPEGDecoder().decode([longer], at: .half)[0].get()
        }
        #expect(error?.code == .malformed)
    }
}
