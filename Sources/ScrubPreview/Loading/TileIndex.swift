import Foundation
import TiledJPEG
import WebVTT

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
