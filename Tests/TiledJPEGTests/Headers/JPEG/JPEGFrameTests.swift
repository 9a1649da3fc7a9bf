import Testing
import TiledJPEG

struct JPEGFrameTests {
    private func frame(_ jpeg: DrawnJPEG) throws -> JPEGFrame { try JPEGHeader(parsing: jpeg.bytes).frame }

    private func gray(_ frameMarker: UInt8 = 0xC0, precision: UInt8 = 8) -> DrawnJPEG {
        DrawnJPEG(
            frameMarker: frameMarker, precision: precision, components: [[1, 0x11, 0]], scanComponents: [[1, 0]])
    }

    @Test func `every field is read`() throws {
        let frame = try frame(
            DrawnJPEG(
                frameMarker: 0xC2, components: [[82, 0x21, 0], [71, 0x12, 3], [66, 0x11, 2]],
                scanComponents: [[82, 0]]))
        #expect(frame.marker == .progressiveFrame)
        #expect(frame.precision == 8)
        #expect(frame.size == PixelSize(width: 40, height: 20))
        #expect(frame.components.map(\.id) == [82, 71, 66])
        #expect(frame.components.map(\.horizontal) == [2, 1, 1])
        #expect(frame.components.map(\.vertical) == [1, 2, 1])
        #expect(frame.components.map(\.quantizer) == [0, 3, 2])
        #expect(frame.maximumHorizontal == 2)
        #expect(frame.maximumVertical == 2)
    }

    @Test func `MCUs cover the picture`() throws {
        let color = try frame(DrawnJPEG())
        #expect(color.mcuSize == PixelSize(width: 16, height: 16))
        #expect(color.mcuGrid == PixelSize(width: 3, height: 2))
        let exact = try frame(DrawnJPEG(width: 48, height: 32))
        #expect(exact.mcuGrid == PixelSize(width: 3, height: 2))
        let largest = try frame(DrawnJPEG(width: 65_535, height: 65_535))
        #expect(largest.mcuGrid == PixelSize(width: 4_096, height: 4_096))
    }

    @Test func `with one component an MCU is one block for any sampling factors`() throws {
        let frame = try frame(DrawnJPEG(components: [[1, 0x22, 0]], scanComponents: [[1, 0]]))
        #expect(frame.mcuSize == PixelSize(width: 8, height: 8))
        #expect(frame.mcuGrid == PixelSize(width: 5, height: 3))
    }

    @Test func `a side of zero is refused, the height as something for later`() {
        #expect(failureCode { try frame(DrawnJPEG(width: 0)) } == .malformed)
        #expect(failureCode { try frame(DrawnJPEG(height: 0)) } == .unsupported)
    }

    @Test func `one to four components are allowed`() throws {
        for count in 0...5 {
            let components = (0..<count).map { [UInt8($0), 0x11, 0] }
            let jpeg = DrawnJPEG(components: components, scanComponents: [[0, 0]])
            #expect(failureCode { try frame(jpeg) } == ((1...4).contains(count) ? nil : .malformed), "\(count)")
        }
    }

    @Test func `factors of 1...4, tables of 0...3 and distinct identifiers are allowed`() {
        for (bad, note): ([UInt8], String) in [
            ([2, 0x01, 0], "horizontal 0"), ([2, 0x10, 0], "vertical 0"), ([2, 0x51, 0], "horizontal 5"),
            ([2, 0x15, 0], "vertical 5"), ([2, 0x11, 4], "table 4"), ([1, 0x11, 0], "identifier twice"),
        ] {
            let jpeg = DrawnJPEG(components: [[1, 0x11, 0], bad], scanComponents: [[1, 0]])
            #expect(failureCode { try frame(jpeg) } == .malformed, "\(note)")
        }
        #expect(
            failureCode { try frame(DrawnJPEG(components: [[1, 0x44, 3], [2, 0x11, 3]], scanComponents: [[1, 0]])) }
                == nil)
    }

    /// T.81, table B.2.
    @Test func `the precision fits the coding process`() {
        for marker in (UInt8.min...UInt8.max) where JPEGMarker(rawValue: marker).isFrame {
            let allowed: Set<UInt8> =
                switch marker {
                case 0xC0: [8]
                case 0xC3, 0xC7, 0xCB, 0xCF: Set(2...16)
                default: [8, 12]
                }
            for precision in UInt8(0)...20 {
                let code = failureCode { try frame(gray(marker, precision: precision)) }
                let expected: TiledJPEGError.Code? = allowed.contains(precision) ? nil : .malformed
                #expect(code == expected, "marker \(marker), \(precision) bits")
            }
        }
    }

    @Test func `a header whose length does not fit its count is malformed`() {
        let good = DrawnJPEG().frame.dropFirst(4)
        for payload in [Array(good.dropLast()), good + [0], Array(good.prefix(5)), []] {
            let bytes = DrawnJPEG.startOfImage + DrawnJPEG.segment(0xC0, Array(payload)) + DrawnJPEG().scan
            #expect(failureCode { try JPEGHeader(parsing: bytes) } == .malformed)
            #expect(failureCode { try ImageHeader(parsing: bytes) } == .malformed)
        }
    }
}
