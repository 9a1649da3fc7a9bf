public import Foundation
public import TiledJPEG
public import WebVTT

/// The tile of a playback time: a part of a sheet.
public struct PreviewTile: Hashable, Sendable {
    /// The tile's position in time order, from 0.
    public let index: Int
    /// Absolute URL of the sheet.
    public let sheet: URL
    /// The tile's rectangle on its sheet, in pixels.
    ///
    /// Nil for a cue that shows the whole picture, for a rectangle in percent until the sheet is downloaded, and for a
    /// rectangle outside a downloaded sheet.
    public let rect: PixelRect?
    /// Start of the tile's time range.
    public let start: Timestamp
    /// End of the tile's time range; the tile is for `start <= t < end`.
    public let end: Timestamp
    /// The policy of the look-up.
    public let policy: LookupPolicy
    /// The tile's rectangle on its sheet as written in the track; nil for the whole picture.
    let fragment: MediaFragment?
    /// Position of the tile's sheet in the track's list.
    let sheetIndex: Int
    /// Number of the load that the tile belongs to.
    let load: Int
}

/// An encoded picture with the part of it to show.
///
/// If restart markers surround the tile, the picture is a complete JPEG, cut without decoding. Otherwise the picture is
/// the whole sheet, of which the host shows `crop`; all tiles of a sheet share its bytes.
public struct TilePicture: Hashable, Sendable {
    /// A JPEG, PNG, WebP or GIF file.
    public let bytes: [UInt8]
    /// The format of the picture.
    public let format: ImageFormat
    /// The part to show, in pixels of the picture as it is displayed; nil for all of it.
    public let crop: PixelRect?
    /// The size of the shown part, in pixels.
    public let size: PixelSize
}

/// The tiles of a loaded track in time order, with their sheets and rectangles.
struct TileIndex: Sendable {
    struct Entry: Sendable {
        let start: Timestamp
        let end: Timestamp
        /// Position in `sheets`.
        let sheet: Int
        /// Nil for the whole picture.
        let fragment: MediaFragment?
    }

    let entries: [Entry]
    /// URLs of the sheets, without duplicates.
    let sheets: [URL]
    /// Size of each sheet in upright pixels; nil until the sheet is downloaded.
    private(set) var sizes: [PixelSize?]
    private let index: TimeIndex
    /// Number of the load; distinguishes its tiles from tiles of other loads.
    private let load: Int

    /// - Parameter entries: Ascending by start.
    init(entries: [Entry], sheets: [URL], load: Int) {
        self.entries = entries
        self.sheets = sheets
        self.load = load
        sizes = Array(repeating: nil, count: sheets.count)
        index = TimeIndex(
            starts: entries.map(\.start.milliseconds), ends: entries.map(\.end.milliseconds))
    }

    /// The tile for a time, without allocating.
    func tile(at time: Timestamp, policy: LookupPolicy) -> PreviewTile? {
        index.lookup(time, policy: policy).map { tile(numbered: $0, policy: policy) }
    }

    /// - Parameter number: 0..<entries.count.
    func tile(numbered number: Int, policy: LookupPolicy) -> PreviewTile {
        let entry = entries[number]
        return PreviewTile(
            index: number, sheet: sheets[entry.sheet], rect: rect(of: entry), start: entry.start, end: entry.end,
            policy: policy, fragment: entry.fragment, sheetIndex: entry.sheet, load: load)
    }

    mutating func note(_ size: PixelSize, ofSheet sheet: Int) {
        sizes[sheet] = size
    }

    /// The first sheet other than the tile's own that a scrub reaches from tile `number` on; nil without one.
    ///
    /// - Parameter step: 1 towards the end, -1 towards the start.
    func nextSheet(after number: Int, step: Int) -> Int? {
        let sheet = entries[number].sheet
        var number = number + step
        while entries.indices.contains(number) {
            if entries[number].sheet != sheet { return entries[number].sheet }
            number += step
        }
        return nil
    }

    private func rect(of entry: Entry) -> PixelRect? {
        guard let fragment = entry.fragment else { return nil }
        guard let size = sizes[entry.sheet] else {
            return fragment.unit == .pixel ? PixelRect(fragment) : nil
        }
        return fragment.intersection(sheetWidth: size.width, sheetHeight: size.height).map(PixelRect.init)
    }
}

extension PixelRect {
    init(_ fragment: MediaFragment) {
        self.init(x: fragment.x, y: fragment.y, width: fragment.width, height: fragment.height)
    }
}
