import MosaicSystem
package import WebVTT

/// The files of a source, and two ways to give them times by their names.
struct ListedFiles {
    /// A file of a folder or an object of a store.
    struct File {
        let name: String
        /// Modification time, in nanoseconds since 1970.
        let modified: Int64
        let status: Screenshot.Status
    }

    let files: [File]
    /// Entries that cannot be read as files.
    let skipped: [SkippedFile]
    let reader: any ScreenshotReader

    /// Chapter screenshots: `ch{index}_{seconds}s.jpg`.
    ///
    /// If several files have the same index, the file that was modified last is used, and all others are reported as
    /// skipped.
    func chapters() -> ScreenshotListing {
        var skipped = skipped
        var named: [(name: ScreenshotName, file: File)] = []
        for file in files {
            if let name = ScreenshotName(file.name) {
                named.append((name, file))
            } else {
                skipped.append(SkippedFile(name: file.name, reason: Self.fault(ofName: file.name)))
            }
        }
        // Among files with the same index, the file that was modified last comes first.
        named.sort { one, other in
            one.name.index == other.name.index
                ? (one.file.modified, one.file.name) > (other.file.modified, other.file.name)
                : one.name.index < other.name.index
        }
        var screenshots: [Screenshot] = []
        for (name, file) in named {
            if let winner = screenshots.last, winner.chapter == name.index {
                let reason = "\(winner.name) has the same index \(name.index) and was modified later."
                skipped.append(SkippedFile(name: file.name, reason: reason))
            } else {
                screenshots.append(
                    Screenshot(name: file.name, time: name.time, chapter: name.index, status: file.status))
            }
        }
        return ScreenshotListing(screenshots, skipped: skipped, reader: reader)
    }

    /// Numbered pictures at a fixed interval, in natural order.
    ///
    /// `ffmpeg -i film.mp4 -vf fps=1/10:round=up %05d.jpg` writes pictures of 0 s, 10 s, 20 s. Without `round=up` their
    /// times are 5 s, 15 s, 25 s; then `start` is half an interval.
    ///
    /// - Parameters:
    ///   - interval: Time from one file to the next; more than zero.
    ///   - start: Time of the first file.
    /// - Throws: `invalidSettings`.
    func numbered(interval: Timestamp, start: Timestamp) throws -> ScreenshotListing {
        try FilmTimes.check(interval: interval)
        var skipped = skipped
        var numbered: [(name: NaturalName, file: File)] = []
        for file in files {
            let name = NaturalName(file.name)
            if FolderEntry.isPicture(file.name), name.number != nil {
                numbered.append((name, file))
            } else {
                let reason = ForeignFormat(ofFile: file.name)?.reason ?? "Not a numbered .jpg, .jpeg or .png file."
                skipped.append(SkippedFile(name: file.name, reason: reason))
            }
        }
        numbered.sort { $0.name < $1.name }
        let screenshots = try numbered.enumerated().map { position, entry in
            let (offset, overflow) = interval.milliseconds.multipliedReportingOverflow(by: Int64(position))
            guard !overflow, offset <= Timestamp.latest.milliseconds - start.milliseconds else {
                throw MosaicError(
                    .invalidSettings, "interval", "The interval puts \(entry.file.name) past the largest time.")
            }
            return Screenshot(
                name: entry.file.name, time: Timestamp(milliseconds: start.milliseconds + offset),
                status: entry.file.status)
        }
        return ScreenshotListing(
            screenshots, skipped: skipped, remarks: Self.remarks(on: numbered), reader: reader)
    }

    /// A sentence on why a name is not the name of a chapter screenshot.
    private static func fault(ofName name: String) -> String {
        if FilmName(name) != nil { return "It is a film; mosaic makes a storyboard of it where it is named alone." }
        // Only the format is unknown; the name follows the rule.
        let isNamed = ScreenshotName(name.prefix { $0 != "." } + ".jpg") != nil
        return (isNamed ? ForeignFormat(ofFile: name)?.reason : nil) ?? "The name is not ch{index}_{seconds}s.jpg."
    }

    /// Remarks on gaps in the numbering, because times are counted by files and a gap shifts all later times. Names
    /// that hold a time get another remark, because the interval replaces that time.
    private static func remarks(on numbered: [(name: NaturalName, file: File)]) -> [String] {
        if let name = numbered.first?.file.name, ScreenshotName(name) != nil {
            return ["The interval replaces the times in the names, such as \(name); without it they count."]
        }
        let numbers = numbered.compactMap(\.name.number)
        let steps = zip(numbers, numbers.dropFirst()).map { ($0, $1) }
        guard let commonStep = steps.first.map({ $1 - $0 }),
            let jump = steps.first(where: { $1 - $0 != commonStep })
        else { return [] }
        return ["The numbering goes from \(jump.0) to \(jump.1); times count files, not numbers."]
    }
}

/// A file name split into text and numbers, so that `frame9` comes before `frame10`.
package struct NaturalName: Comparable {
    private enum Part: Hashable {
        case text(String)
        case digits(String)
    }

    private let parts: [Part]
    private let name: String

    package init(_ name: String) {
        self.name = name
        var parts: [Part] = []
        var rest = Substring(name)
        while let first = rest.first {
            let isDigit = first.isASCII && first.isNumber
            let run = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
            parts.append(isDigit ? .digits(String(run.drop { $0 == "0" })) : .text(String(run)))
            rest = rest.dropFirst(run.count)
        }
        self.parts = parts
    }

    /// The last number in the name; nil if there is none or it is too large.
    package var number: Int? {
        for case .digits(let digits) in parts.reversed() { return digits.isEmpty ? 0 : Int(digits) }
        return nil
    }

    package static func < (first: NaturalName, second: NaturalName) -> Bool {
        for (left, right) in zip(first.parts, second.parts) where left != right {
            switch (left, right) {
            case (.digits(let left), .digits(let right)):
                return left.count != right.count ? left.count < right.count : left < right
            case (.text(let left), .text(let right)): return left < right
            case (.digits, .text): return true
            case (.text, .digits): return false
            }
        }
        return first.parts.count != second.parts.count
            ? first.parts.count < second.parts.count : first.name < second.name
    }
}

/// A picture format that cannot be read, recognized by the file's name.
struct ForeignFormat {
    private static let names = [
        "avif": "AVIF", "bmp": "BMP", "gif": "GIF", "heic": "HEIC", "heif": "HEIF", "jp2": "JPEG 2000",
        "jxl": "JPEG XL", "tif": "TIFF", "tiff": "TIFF", "webp": "WebP",
    ]

    private let name: String

    /// Recognizes a format by the extension; nil for every other file.
    init?(ofFile fileName: String) {
        guard let dot = fileName.lastIndex(of: "."),
            let name = Self.names[fileName[dot...].dropFirst().lowercased()]
        else { return nil }
        self.name = name
    }

    /// A sentence on why a file of this format is skipped.
    var reason: String { "\(name) is not read; JPEG and PNG are." }
}

/// A chapter screenshot's file name, `ch{index}_{seconds}s.jpg` (or `.jpeg`, `.png`).
///
/// Leading zeros are accepted; a name with a number too large for a playback time does not match.
package struct ScreenshotName: Hashable, Sendable {
    /// The chapter's number as in the name, usually counted from 1.
    package let index: Int
    /// The playback time the screenshot shows.
    package let time: Timestamp

    /// Reads a file name without its folder; nil if it does not follow the rule.
    package init?(_ fileName: String) {
        var rest = Substring(fileName).utf8
        guard rest.starts(with: "ch".utf8) else { return nil }
        rest = rest.dropFirst(2)
        guard let index = Self.number(&rest), rest.popFirst() == UInt8(ascii: "_"),
            let seconds = Self.number(&rest), rest.popFirst() == UInt8(ascii: "s"),
            rest.popFirst() == UInt8(ascii: "."),
            ["jpg", "jpeg", "png"].contains(String(Substring(rest)).lowercased()),
            Int64(seconds) <= Timestamp.latest.milliseconds / 1_000
        else { return nil }
        self.index = index
        time = Timestamp(milliseconds: Int64(seconds) * 1_000)
    }

    /// Whether apps find the chapter's number in a file name: they search for `ch(\d+)_\d+s\.jpg` only. Names with
    /// `.jpeg`, `.png` or `.JPG` are composed but not listed.
    package static func isListed(_ fileName: String) -> Bool {
        ScreenshotName(fileName) != nil && fileName.utf8.suffix(4).elementsEqual(".jpg".utf8)
    }

    private static func number(_ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int(String(Substring(digits)))
    }
}

extension ScreenshotName {
    /// A sentence on why chapter lists omit a screenshot; nil if they include it.
    ///
    /// Apps search a URL for `ch(\d+)_\d+s\.jpg`, and do not find the chapter's number in other names.
    package static func exclusionFromLists(of fileName: String) -> String? {
        fileName.utf8.suffix(4).elementsEqual(".jpg".utf8)
            ? nil : "Lists of chapters leave it out: apps know ch{index}_{seconds}s.jpg alone."
    }
}
