import PlayerFormats
import TiledJPEG
import WebVTT

/// A sheet as it was downloaded, and where its restart intervals lie if it can be cut by bytes.
struct CachedSheet: Sendable {
    let bytes: [UInt8]
    let header: ImageHeader
    /// Shares `bytes`; nil for a sheet that can only be cropped by a decoder.
    private let grid: RestartGrid?
    /// The memory taken: the file and 16 bytes for each restart interval.
    let byteCount: Int
    private let name: String

    /// Reads the header and looks for restart intervals; O(bytes).
    ///
    /// - Parameter budget: The most bytes to take; where the intervals do not fit, the sheet does without.
    /// - Throws: `unrecognizedFormat`, `malformed`.
    init(_ bytes: [UInt8], name: String, budget: Int) throws(ScrubPreviewError) {
        do {
            header = try ImageHeader(parsing: bytes)
        } catch {
            if let found = FileKind(sniffing: bytes).name {
                throw ScrubPreviewError(.unrecognizedFormat, name, "It is \(found), not a picture.")
            }
            throw ScrubPreviewError(error, of: name)
        }
        self.bytes = bytes
        self.name = name
        let intervals = Self.intervalCount(bytes, header)
        let table = (intervals ?? 0) * MemoryLayout<Range<Int>>.stride
        grid = intervals != nil && table <= budget - bytes.count ? try? RestartGrid(parsing: bytes) : nil
        byteCount = bytes.count + (grid == nil ? 0 : table)
    }

    /// The number of restart intervals by the header; nil for a sheet that cannot be cut.
    ///
    /// A rotated picture is not cut: its rectangles mean the displayed one.
    private static func intervalCount(_ bytes: [UInt8], _ header: ImageHeader) -> Int? {
        guard header.format == .jpeg, header.orientation == .topLeft,
            var reader = try? JPEGSegmentReader(bytes), let jpeg = try? JPEGHeader(&reader), jpeg.restartInterval > 0
        else { return nil }
        let mcus = jpeg.frame.mcuGrid
        return mcus.width / jpeg.restartInterval * mcus.height
    }

    /// The tile as a picture: cut out where that can be done by bytes, the whole sheet and a rectangle otherwise.
    ///
    /// - Throws: `malformed` for a rectangle outside the sheet.
    func picture(of fragment: MediaFragment?) throws(ScrubPreviewError) -> TilePicture {
        let size = header.uprightSize
        guard let fragment else { return TilePicture(bytes: bytes, format: header.format, crop: nil, size: size) }
        guard let visible = fragment.intersection(sheetWidth: size.width, sheetHeight: size.height) else {
            throw ScrubPreviewError(.malformed, name, "\(fragment) lies outside of its \(size) pixels.")
        }
        let rect = PixelRect(visible)
        if let tile = try? grid?.tile(at: rect) {
            return TilePicture(bytes: tile.encoded(), format: .jpeg, crop: nil, size: rect.size)
        }
        return TilePicture(
            bytes: bytes, format: header.format, crop: rect.size == size ? nil : rect, size: rect.size)
    }
}
