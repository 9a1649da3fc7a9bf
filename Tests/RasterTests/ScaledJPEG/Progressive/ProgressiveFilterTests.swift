import CJPEGOracle
@testable import Raster
import Seeded
import Testing

struct ProgressiveFilterTests {
    private static func scan(_ components: [Int32], _ first: Int32, _ last: Int32, _ high: Int32, _ low: Int32)
        -> CJPEGScan
    {
        var scan = CJPEGScan()
        scan.components = Int32(components.count)
        scan.index = (
            components[0], components.count > 1 ? components[1] : 0, components.count > 2 ? components[2] : 0, 0
        )
        scan.first = first
        scan.last = last
        scan.high = high
        scan.low = low
        return scan
    }

    /// A legal script: bands cut at random, bits sent in random portions, components interleaved at random.
    private static func script(_ random: inout SeededGenerator) -> [CJPEGScan] {
        let dcLow = Int32(random.next() % 3)
        var scans = [scan([0, 1, 2], 0, 0, 0, dcLow)]
        var queues: [[CJPEGScan]] = [(0..<dcLow).reversed().map { scan([0, 1, 2], 0, 0, $0 + 1, $0) }]
        for component in 0..<3 as Range<Int32> {
            var first: Int32 = 1
            while first <= 63 {
                let last = random.next() % 3 == 0 ? 63 : Int32.random(in: first...min(63, first + 12), using: &random)
                let low = Int32(random.next() % 3)
                var queue = [scan([component], first, last, 0, low)]
                queue += (0..<low).reversed().map { scan([component], first, last, $0 + 1, $0) }
                queues.append(queue)
                first = last + 1
            }
        }
        while queues.contains(where: { !$0.isEmpty }) {
            let index = Int.random(in: queues.indices, using: &random)
            if !queues[index].isEmpty { scans.append(queues[index].removeFirst()) }
        }
        return scans
    }

    private let picture = SeededJPEG(width: 90, height: 70)

    @Test func `at one half every needed coefficient is kept for any scan script`() throws {
        var random = SeededGenerator(seed: 3)
        let baseline = picture.encoded()
        let whole = try #require(LibJPEG.coefficients(of: baseline))
        let places = CoefficientPlaces(.half)
        for number in 0..<40 {
            let scans = Self.script(&random)
            guard scans.count <= 64, let progressive = LibJPEG.transcoded(baseline, scans) else { continue }
            let filtered = try #require(ProgressiveFilter.filtered(progressive, scale: .half))
            let rest = try #require(LibJPEG.coefficients(of: filtered))
            #expect(rest.warnings == 0, "script \(number)")
            for (own, all) in zip(rest.components, whole.components) {
                for index in own.coefficients.indices where index % 64 / 8 < 4 && index % 8 < 4 {
                    #expect(own.coefficients[index] == all.coefficients[index])
                }
            }
            #expect(places.last == 24)
        }
    }

    @Test(arguments: [JPEGScale.eighth, .quarter])
    func `at small scales any script leaves a smaller file that libjpeg decodes without a warning`(
        _ scale: JPEGScale
    ) throws {
        var random = SeededGenerator(seed: 4)
        let baseline = picture.encoded()
        let whole = try #require(LibJPEG.planes(of: baseline, eighths: scale.rawValue))
        for number in 0..<40 {
            let scans = Self.script(&random)
            guard scans.count <= 64, let progressive = LibJPEG.transcoded(baseline, scans) else { continue }
            let filtered = try #require(ProgressiveFilter.filtered(progressive, scale: scale))
            #expect(filtered.count < progressive.count)
            let rest = try #require(LibJPEG.planes(of: filtered, eighths: scale.rawValue))
            #expect(rest.warnings == 0, "script \(number)")
            // Luma at 1/8 is its DC coefficients, which are all kept.
            if scale == .eighth { #expect(rest.planes[0] == whole.planes[0]) }
            let errors = zip(rest.planes[0].samples, whole.planes[0].samples).map { abs(Int($0) - Int($1)) }
            #expect(errors.reduce(0, +) < 6 * errors.count, "script \(number)")
        }
    }

    @Test func `the usual script is reduced to the scans that the scale needs`() throws {
        let progressive = SeededJPEG(width: 160, height: 120, process: CJPEGOracleProcessProgressive).encoded()
        func scans(_ file: [UInt8]) -> Int { zip(file, file.dropFirst()).count { $0 == 0xFF && $1 == 0xDA } }
        #expect(scans(progressive) == 10)
        // All of DC and of chroma, which is to be as dense as luma.
        #expect(scans(try #require(ProgressiveFilter.filtered(progressive, scale: .eighth))) == 6)
        #expect(scans(try #require(ProgressiveFilter.filtered(progressive, scale: .quarter))) == 5)
        #expect(ProgressiveFilter.filtered(progressive, scale: .half) == progressive)
        for factors in [(1, 1), (2, 1), (1, 2)] {
            let denser = SeededJPEG(
                width: 160, height: 120, sampling: [factors, (1, 1), (1, 1)], process: CJPEGOracleProcessProgressive)
            #expect(scans(try #require(ProgressiveFilter.filtered(denser.encoded(), scale: .eighth))) == 2)
        }
    }

    @Test(arguments: [(2, 2), (2, 1), (1, 2), (1, 1)])
    func `at 1/8 the filtered usual script decodes to the same picture in libjpeg`(_ luma: (Int, Int)) throws {
        let progressive = SeededJPEG(
            width: 160, height: 120, sampling: [luma, (1, 1), (1, 1)], process: CJPEGOracleProcessProgressive
        ).encoded()
        let filtered = try #require(ProgressiveFilter.filtered(progressive, scale: .eighth))
        #expect(filtered.count < progressive.count)
        let whole = try #require(LibJPEG.planes(of: progressive, eighths: 1))
        #expect(LibJPEG.planes(of: filtered, eighths: 1) == whole)
    }

    @Test func `baseline files and damaged ones are not filtered`() {
        let progressive = SeededJPEG(process: CJPEGOracleProcessProgressive).encoded()
        #expect(ProgressiveFilter.filtered(SeededJPEG().encoded(), scale: .quarter) == nil)
        #expect(ProgressiveFilter.filtered([], scale: .quarter) == nil)
        for length in stride(from: 0, to: progressive.count, by: 3) {
            #expect(ProgressiveFilter.filtered(Array(progressive.prefix(length)), scale: .quarter) == nil)
        }
    }

    /// Found by the fuzzer: the only scan was left out, and no file remained.
    @Test func `a file without a DC scan, or with another scan before it, is not filtered`() {
        var file = JPEGSurgery(
            SeededJPEG(components: 1, sampling: [(1, 1)], process: CJPEGOracleProcessProgressive).encoded())
        // The first scan's band is behind the number of components and the component.
        let band = file.offset(of: 0xDA) + 7
        #expect(file.bytes[band...].prefix(2) == [0, 0])
        file.bytes[band] = 6
        file.bytes[band + 1] = 63
        #expect(ProgressiveFilter.filtered(file.bytes, scale: .quarter) == nil)
        #expect(ProgressiveFilter.filtered(file.bytes.prefix(band + 3) + [0, 0xFF, 0xD9], scale: .quarter) == nil)
    }

    @Test func `bytes after the end are not copied`() throws {
        let progressive = SeededJPEG(process: CJPEGOracleProcessProgressive).encoded()
        let filtered = try #require(ProgressiveFilter.filtered(progressive + [1, 2, 3], scale: .half))
        #expect(filtered == progressive)
    }
}
