import Testing
import TiledJPEG

struct JPEGScanTests {
    private func scan(_ jpeg: DrawnJPEG) throws -> JPEGScan { try JPEGHeader(parsing: jpeg.bytes).scan }

    @Test func `every field is read`() throws {
        let scan = try scan(
            DrawnJPEG(frameMarker: 0xC2, scanComponents: [[3, 0x21], [1, 0x03]], band: [1, 5, 0x32]))
        #expect(scan.components.map(\.index) == [2, 0])
        #expect(scan.components.map(\.dcTable) == [2, 0])
        #expect(scan.components.map(\.acTable) == [1, 3])
        #expect(scan.band == 1...5)
        #expect(scan.successiveHigh == 3)
        #expect(scan.successiveLow == 2)
    }

    @Test func `a component that the frame lacks or that comes twice is malformed`() {
        #expect(failureCode { try scan(DrawnJPEG(scanComponents: [[9, 0]])) } == .malformed)
        #expect(failureCode { try scan(DrawnJPEG(scanComponents: [[1, 0], [1, 0]])) } == .malformed)
        #expect(failureCode { try scan(DrawnJPEG(scanComponents: [])) } == .malformed)
    }

    @Test func `table numbers above 3 are malformed`() {
        for tables in UInt8.min...UInt8.max {
            let code = failureCode { try scan(DrawnJPEG(scanComponents: [[1, tables]])) }
            #expect(code == (tables >> 4 <= 3 && tables & 15 <= 3 ? nil : .malformed), "\(tables)")
        }
    }

    @Test func `a band has to lie within 0...63 and not run backwards`() {
        for band: [UInt8] in [[0, 64, 0], [5, 4, 0], [64, 64, 0], [0, 255, 0]] {
            #expect(failureCode { try scan(DrawnJPEG(band: band)) } == .malformed)
        }
        #expect(failureCode { try scan(DrawnJPEG(band: [63, 63, 0])) } == nil)
    }

    @Test func `a header whose length does not fit its count is malformed`() {
        #expect(failureCode { try scan(DrawnJPEG(band: [0, 63])) } == .malformed)
        #expect(failureCode { try scan(DrawnJPEG(band: [0, 63, 0, 0])) } == .malformed)
        #expect(failureCode { try scan(DrawnJPEG(scanComponents: [[1, 0, 0]])) } == .malformed)
    }
}
