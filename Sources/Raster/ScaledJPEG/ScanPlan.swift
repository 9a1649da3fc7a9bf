// The idea: read the headers once, refuse all files that this module does not decode, and keep only the values that the
// block walk needs: the positions of entropy-coded segments, the blocks of an MCU, and the tables of each component.

import TiledJPEG

/// The decoding parameters of one baseline file.
struct ScanPlan {
    /// One component of the frame.
    struct Component {
        let horizontal: Int
        let vertical: Int
        /// Width of one sample of the file in samples of the densest component: 1 or 2.
        let horizontalSpan: Int
        /// Height of one sample of the file in samples of the densest component: 1 or 2.
        let verticalSpan: Int
        /// Position of the component's first block among the blocks of an MCU.
        let firstBlock: Int
        /// Divisors in zig-zag order.
        let quantizers: [UInt16]
        let dcTable: JPEGHuffmanTable
        let acTable: JPEGHuffmanTable
    }

    let size: PixelSize
    let mcusAcross: Int
    let mcusDown: Int
    /// Blocks in an MCU, 1...10.
    let blocksPerMCU: Int
    /// Number of MCUs in each restart segment but the last.
    let mcusPerSegment: Int
    let maximumHorizontal: Int
    let maximumVertical: Int
    let components: [Component]
    /// Stuffed bytes of each restart segment; there are as many segments as the restart interval requires.
    let segments: [Range<Int>]

    init(_ bytes: [UInt8]) throws(ImageError) {
        do {
            var reader = try JPEGSegmentReader(bytes)
            let header = try JPEGHeader(&reader)
            if let obstacle = header.obstacle(in: bytes) { throw obstacle }
            let grid = header.frame.mcuGrid
            let count = grid.pixelCount
            let interval = header.restartInterval == 0 ? count : header.restartInterval
            let segments = try reader.entropySegments(atMost: (count + interval - 1) / interval)
            guard try reader.next().marker == .endOfImage else {
                throw ImageError(.unsupported, "scan", "The file goes on behind its first scan.")
            }
            try self.init(header, grid, interval, segments)
        } catch let error as ImageError {
            throw error
        } catch let error as TiledJPEGError {
            throw ImageError(error)
        } catch {
            throw ImageError(.malformed, "JPEG", "The header cannot be read.")
        }
    }

    private init(
        _ header: JPEGHeader, _ grid: PixelSize, _ interval: Int, _ segments: [Range<Int>]
    ) throws(ImageError) {
        let frame = header.frame
        let isAlone = frame.components.count == 1
        maximumHorizontal = isAlone ? 1 : frame.maximumHorizontal
        maximumVertical = isAlone ? 1 : frame.maximumVertical
        var components: [Component] = []
        var blocks = 0
        for (part, scanned) in zip(frame.components, header.scan.components) {
            guard let quantizer = header.quantizers[part.quantizer], let dc = header.dcTables[scanned.dcTable],
                let ac = header.acTables[scanned.acTable]
            else { throw ImageError(.malformed, "scan", "Component \(part.id) lacks a table.") }
            guard quantizer.values.allSatisfy({ (1...Self.largestQuantizer).contains($0) }) else {
                throw ImageError(
                    .unsupported, "quantizer", "A divisor is not within 1...\(Self.largestQuantizer).")
            }
            guard dc.symbols.allSatisfy({ $0 <= 11 }) else {
                throw ImageError(.unsupported, "Huffman table", "A DC difference has more than 11 bits.")
            }
            let (horizontal, vertical) = isAlone ? (1, 1) : (part.horizontal, part.vertical)
            let component = Component(
                horizontal: horizontal, vertical: vertical,
                horizontalSpan: maximumHorizontal / horizontal, verticalSpan: maximumVertical / vertical,
                firstBlock: blocks, quantizers: quantizer.values, dcTable: dc, acTable: ac)
            blocks += component.horizontal * component.vertical
            components.append(component)
        }
        guard blocks <= 10 else { throw ImageError(.malformed, "frame", "An MCU has \(blocks) blocks.") }
        let mcus = grid.pixelCount
        let needed = (mcus + interval - 1) / interval
        guard segments.count == needed else {
            throw ImageError(
                .malformed, "scan", "\(segments.count) restart segments stand where \(needed) belong.")
        }
        // A block takes at least two bits, so the file's size bounds the memory of the planes.
        let bytes = segments.reduce(0) { $0 + $1.count }
        guard mcus <= bytes * 4 / blocks else {
            throw ImageError(.malformed, "scan", "\(bytes) bytes cannot hold \(mcus) MCUs.")
        }
        size = frame.size
        mcusAcross = grid.width
        mcusDown = grid.height
        blocksPerMCU = blocks
        mcusPerSegment = interval
        self.components = components
        self.segments = segments
    }

    /// Encoders of 8-bit pictures rarely keep coefficients with a larger divisor, and transforms rely on the limit.
    static var largestQuantizer: UInt16 { 2047 }
}
