public import TiledJPEG
public import WebVTT

/// One thumbnail of a storyboard, with its times and its place on a sheet.
public struct Tile: Hashable, Sendable {
    /// The result of decoding the screenshot.
    public enum State: String, Hashable, Sendable, Encodable {
        /// Decoded without a warning.
        case ok
        /// The decoder warned of damage, and the settings accept that.
        case damaged
        /// The screenshot is missing or could not be decoded; the tile is neutral gray.
        case placeholder
    }

    /// The playback time the screenshot shows.
    public let time: Timestamp
    /// The playback time from which the tile is shown.
    public let start: Timestamp
    /// The playback time at which the next tile begins; nil for a last tile whose end is unknown.
    public let end: Timestamp?
    /// Index of the sheet, from 0.
    public let sheet: Int
    /// The visible rectangle on the sheet, in pixels.
    public let rect: PixelRect
    /// The chapter's number; nil without a chapter.
    public let chapter: Int?
    /// The title of the chapter or of the list entry; nil without one.
    public let title: String?
    /// The result of decoding the screenshot.
    public let state: State
    /// One sentence on the screenshot's fault; `nil` without one.
    public let reason: String?
    /// The playback time of the film's frame on the tile, which may differ from ``time``; nil if the tile is not from a
    /// film.
    public let frameTime: Timestamp?
    /// The file that the tile was made from.
    package let source: Source
}

extension Tile {
    init(screenshot: Screenshot, placement: StoryboardLayout.Placement, record: TileRecord) {
        time = screenshot.time
        start = placement.start
        end = placement.end
        sheet = placement.sheet
        rect = placement.rect
        chapter = screenshot.chapter
        title = screenshot.title
        state = record.state
        reason = record.reason
        frameTime = record.frameTime
        source = record.source
    }
}

extension Tile {
    /// The file that a tile was made from, with the facts that show whether the file has changed.
    package struct Source: Hashable, Sendable {
        /// File name, relative to the source's folder; for a film's frame, `film.mp4#t=83.5`.
        package let name: String
        /// Length of the file in bytes; nil if it could not be read, and for imported tiles that were moved.
        package let bytes: Int?
        /// Checksum of the file; nil if it was not read as a whole, as for a film's frame.
        package let checksum: Checksum?
        /// The version of the file as read; nil if a later change might not change the version.
        package let version: ObjectVersion?
        /// Whether the picture has an ICC profile that is not converted, because the profile is damaged or has lookup
        /// tables.
        package var hasICCProfile: Bool
        /// The selection of a film's frame; `nil` for a picture file.
        package var selection: String?
    }
}

extension JSONReader {
    /// Reads a tile. The storyboard checks the sheet and the rectangle.
    mutating func tile() throws(MosaicError) -> Tile {
        var time: Timestamp?
        var start: Timestamp?
        var end: Timestamp?
        var sheet: Int?
        var (x, y, width, height): (Int?, Int?, Int?, Int?) = (nil, nil, nil, nil)
        var chapter: Int?
        var title: String?
        var state: Tile.State?
        var reason: String?
        var frameTime: Timestamp?
        var source: Tile.Source?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "time_ms": time = try reader.time()
            case "start_ms": start = try reader.time()
            case "end_ms": end = try reader.takeNull() ? nil : reader.time()
            case "sheet": sheet = try reader.integer()
            case "x": x = try reader.integer()
            case "y": y = try reader.integer()
            case "width": width = try reader.integer()
            case "height": height = try reader.integer()
            case "chapter": chapter = try reader.takeNull() ? nil : reader.integer()
            case "title": title = try reader.takeNull() ? nil : reader.string()
            case "state": state = try reader.word()
            case "reason": reason = try reader.takeNull() ? nil : reader.string()
            case "frame_time_ms": frameTime = try reader.takeNull() ? nil : reader.time()
            case "source": source = try reader.source()
            default: try reader.skip()
            }
        }
        return Tile(
            time: try required(time, "time_ms"), start: try required(start, "start_ms"), end: end,
            sheet: try required(sheet, "sheet"),
            rect: PixelRect(
                x: try required(x, "x"), y: try required(y, "y"), width: try required(width, "width"),
                height: try required(height, "height")),
            chapter: chapter, title: title, state: try required(state, "state"), reason: reason,
            frameTime: frameTime, source: try required(source, "source"))
    }

    private mutating func source() throws(MosaicError) -> Tile.Source {
        var name: String?
        var bytes: Int?
        var checksum: Checksum?
        var version: ObjectVersion?
        var hasICCProfile = false
        var selection: String?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "name": name = try reader.string()
            case "bytes": bytes = try reader.takeNull() ? nil : reader.integer()
            case "checksum": checksum = try reader.takeNull() ? nil : reader.checksum()
            case "version": version = try reader.takeNull() ? nil : ObjectVersion(rawValue: reader.string())
            case "has_icc_profile": hasICCProfile = try reader.boolean()
            case "selection": selection = try reader.takeNull() ? nil : reader.string()
            default: try reader.skip()
            }
        }
        return Tile.Source(
            name: try required(name, "name"), bytes: bytes, checksum: checksum, version: version,
            hasICCProfile: hasICCProfile, selection: selection)
    }

    mutating func integer(in range: ClosedRange<Int>) throws(MosaicError) -> Int {
        let number: Int = try integer()
        guard range.contains(number) else {
            throw MosaicError(json: "\(number) is outside \(range.lowerBound)...\(range.upperBound).")
        }
        return number
    }

    /// Reads one integer of milliseconds, 0...2^53.
    mutating func time() throws(MosaicError) -> Timestamp {
        let milliseconds: Int64 = try integer()
        let time = Timestamp(milliseconds: milliseconds)
        guard time.milliseconds == milliseconds else {
            throw MosaicError(json: "\(milliseconds) ms is outside 0...\(Timestamp.latest.milliseconds).")
        }
        return time
    }

    /// Reads 64 hexadecimal digits.
    mutating func hash() throws(MosaicError) -> ContentHash {
        try value("64 lower-case hexadecimal digits", ContentHash.init(hexadecimal:))
    }

    private mutating func checksum() throws(MosaicError) -> Checksum {
        try value("32 lower-case hexadecimal digits", Checksum.init(hexadecimal:))
    }

    /// Reads a string and parses it; `kind` names the expected form in the error.
    mutating func value<Value>(_ kind: String, _ parse: (String) -> Value?) throws(MosaicError) -> Value {
        guard let value = parse(try string()) else { throw MosaicError(json: "It is not \(kind).") }
        return value
    }
}

/// The value of a required key; throws if it is missing.
func required<Value>(_ value: Value?, _ key: String) throws(MosaicError) -> Value {
    guard let value else { throw MosaicError(json: "The key is missing.").under(key) }
    return value
}

/// The placeholder tiles of a storyboard: their screenshots are missing or could not be decoded.
public struct Placeholders: Hashable, Sendable, Codable {
    /// Maximum number of recorded reasons.
    package static let reasonsKept = 3

    /// The number of placeholder tiles.
    public let count: Int
    /// The first reasons in order of time, each as `name: reason`.
    package let reasons: [String]

    /// Creates a count with reasons; reasons beyond `reasonsKept` are dropped.
    package init(count: Int, reasons: [String] = []) {
        self.count = count
        self.reasons = Array(reasons.prefix(Self.reasonsKept))
    }

    /// The reasons; nil if there are none, so that documents omit the key.
    package var reasonsIfAny: [String]? { reasons.isEmpty ? nil : reasons }
}

extension Storyboard {
    /// The number of placeholder tiles, and the first reasons.
    package var placeholders: Placeholders {
        let gray = tiles.lazy.filter { $0.state == .placeholder }
        let reasons = gray.prefix(Placeholders.reasonsKept).map { tile in
            "\(tile.source.name): \(tile.reason ?? "It cannot be decoded.")"
        }
        return Placeholders(count: gray.count { _ in true }, reasons: Array(reasons))
    }
}
