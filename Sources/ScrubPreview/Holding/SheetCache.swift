import PlayerFormats
import TiledJPEG
import WebVTT

/// A cache with a budget in bytes; evicts the least recently used items first.
///
/// Shown items are not evicted.
struct SheetCache: Sendable {
    enum Key: Hashable, Sendable {
        /// A sheet of the track, by position.
        case sheet(Int)
        /// A tile's picture as the host decoded it, by the tile's number.
        case image(Int)
    }

    private struct Item: Sendable {
        let content: any Sendable
        let byteCount: Int
        var lastUse: UInt64
    }

    /// Maximum size of all items in bytes, 0 or more.
    let budget: Int
    /// Bytes of all items, 0...budget.
    private(set) var byteCount = 0
    private var items: [Key: Item] = [:]
    private var shown: Set<Key> = []
    private var clock: UInt64 = 0
    private var released: [any Sendable] = []

    init(budget: Int) {
        self.budget = max(0, budget)
    }

    /// Returns the item of a key and marks it as used.
    mutating func use(_ key: Key) -> (any Sendable)? {
        guard let place = items.index(forKey: key) else { return nil }
        clock += 1
        items.values[place].lastUse = clock
        return items.values[place].content
    }

    /// Whether a key has an item. Does not count as a use.
    func holds(_ key: Key) -> Bool { items[key] != nil }

    /// Size of an item in bytes; nil without an item. Does not count as a use.
    func size(of key: Key) -> Int? { items[key]?.byteCount }

    /// Marks these keys as shown, and no others.
    mutating func show(_ keys: Set<Key>) {
        shown = keys
    }

    /// Inserts an item, replacing the item of the same key, and evicts as many others as needed.
    ///
    /// - Returns: False, with nothing changed, if there is no room for the item in addition to the shown items.
    mutating func insert(_ content: some Sendable, byteCount cost: Int, for key: Key) -> Bool {
        let cost = max(0, cost)
        let pinned = shown.reduce(0) { $1 == key ? $0 : $0 + (items[$1]?.byteCount ?? 0) }
        guard cost <= budget - pinned else { return false }
        remove(key)
        while byteCount > budget - cost, let oldest = oldestToGo() { remove(oldest) }
        clock += 1
        items[key] = Item(content: content, byteCount: cost, lastUse: clock)
        byteCount += cost
        return true
    }

    /// Removes all items, or all items that are not shown.
    ///
    /// - Returns: Number of bytes freed.
    mutating func purge(keepingShown: Bool) -> Int {
        let before = byteCount
        for key in Array(items.keys) where !(keepingShown && shown.contains(key)) { remove(key) }
        return before - byteCount
    }

    /// O(items); a cache has a few hundred.
    private func oldestToGo() -> Key? {
        items.lazy.filter { !shown.contains($0.key) }.min { $0.value.lastUse < $1.value.lastUse }?.key
    }

    private mutating func remove(_ key: Key) {
        guard let item = items.removeValue(forKey: key) else { return }
        byteCount -= item.byteCount
        released.append(item.content)
    }

    /// Returns the items evicted since the last call, so that the caller can release them outside its lock.
    mutating func takeReleased() -> [any Sendable] {
        defer { released = [] }
        return released
    }
}

/// A downloaded sheet. Includes the restart intervals if tiles can be cut from the sheet without decoding.
struct CachedSheet: Sendable {
    let bytes: [UInt8]
    let header: ImageHeader
    /// Shares `bytes`; nil if only a decoder can crop the sheet.
    private let grid: RestartGrid?
    /// Memory use in bytes: the file, and 16 bytes for each restart interval in `grid`.
    let byteCount: Int
    private let name: String

    /// Parses the header and finds the restart intervals; O(bytes).
    ///
    /// - Parameter budget: Maximum memory in bytes. The sheet has no grid if the restart intervals do not fit.
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

    /// Number of restart intervals according to the header; nil for a sheet that cannot be cut.
    ///
    /// A rotated picture is not cut: its rectangles refer to the displayed picture.
    private static func intervalCount(_ bytes: [UInt8], _ header: ImageHeader) -> Int? {
        guard header.format == .jpeg, header.orientation == .topLeft,
            var reader = try? JPEGSegmentReader(bytes), let jpeg = try? JPEGHeader(&reader), jpeg.restartInterval > 0
        else { return nil }
        let mcus = jpeg.frame.mcuGrid
        return mcus.width / jpeg.restartInterval * mcus.height
    }

    /// The tile as a picture: cut without decoding if possible, otherwise the whole sheet and a rectangle.
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
