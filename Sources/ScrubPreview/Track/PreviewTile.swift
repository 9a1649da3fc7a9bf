public import Foundation
public import TiledJPEG
public import WebVTT

/// The tile of a playback time: a part of a sheet.
public struct PreviewTile: Hashable, Sendable {
    /// The tile's place in time order, from 0.
    public let index: Int
    /// The sheet's address, absolute.
    public let sheet: URL
    /// The tile on its sheet in pixels, where known.
    ///
    /// Nil for a rectangle in percent until the sheet is downloaded, and always for a cue that shows the whole picture.
    public let rect: PixelRect?
    /// The first moment of the tile.
    public let start: Timestamp
    /// The moment after its last one; the tile is for `start <= t < end`.
    public let end: Timestamp
    /// The policy of the look-up.
    public let policy: LookupPolicy
    /// The tile on its sheet as the track says it; nil for the whole picture.
    let fragment: MediaFragment?
    /// Which sheet of the track it is on.
    let sheetIndex: Int
    /// Which load of the track it belongs to.
    let load: Int
}

/// An encoded picture with the part of it to show.
///
/// A tile with restart markers around it is a complete JPEG, cut without decoding. Otherwise the picture is the whole
/// sheet, of which the host shows `crop`; all tiles of a sheet share its bytes.
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

/// The tiles of a loaded track in time order, and where they lie.
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
    /// Each address once.
    let sheets: [URL]
    /// Upright pixels of each sheet, as soon as it was seen.
    private(set) var sizes: [PixelSize?]
    private let index: TimeIndex
    /// Tells the tiles of this load from those of another.
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

    /// The first sheet other than `sheet` that a scrub reaches from tile `number` on.
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
