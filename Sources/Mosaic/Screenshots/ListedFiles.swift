import MosaicSystem
import WebVTT

/// The files of a source, and two ways to give them times by their names.
struct ListedFiles {
    /// A file of a folder or an object of a store.
    struct File {
        let name: String
        /// Nanoseconds since 1970.
        let modified: Int64
        let status: Screenshot.Status
    }

    let files: [File]
    /// Entries that cannot be read as files.
    let skipped: [SkippedFile]
    /// Reads the pictures.
    let reader: any ScreenshotReader

    /// Chapter screenshots: `ch{index}_{seconds}s.jpg`.
    ///
    /// Of two files with one index the one modified last wins, and the other is reported.
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
        // Of one index the file modified last comes first.
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
    /// `ffmpeg -i film.mp4 -vf fps=1/10:round=up %05d.jpg` writes pictures of 0 s, 10 s, 20 s. Without `round=up` they
    /// are of 5 s, 15 s, 25 s; then `start` is half an interval.
    ///
    /// - Parameters:
    ///   - interval: Time from one file to the next; more than zero.
    ///   - start: Time of the first file.
    /// - Throws: `invalidSettings`.
    func numbered(interval: Timestamp, start: Timestamp) throws -> ScreenshotListing {
        guard interval.milliseconds > 0 else {
            throw MosaicError(.invalidSettings, "interval", "The interval has to be 0.001 seconds or more.")
        }
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

    /// Why a name is not that of a chapter screenshot.
    private static func fault(ofName name: String) -> String {
        // Only the format is unknown; the name follows the rule.
        let isNamed = ScreenshotName(name.prefix { $0 != "." } + ".jpg") != nil
        return (isNamed ? ForeignFormat(ofFile: name)?.reason : nil) ?? "The name is not ch{index}_{seconds}s.jpg."
    }

    /// Remarks on gaps in the numbering, because times are counted by files and a gap shifts all later ones; and on names
    /// that hold a time, which is not a number of the files.
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
