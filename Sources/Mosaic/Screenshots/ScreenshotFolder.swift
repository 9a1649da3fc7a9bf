import MosaicFiles
package import WebVTT

/// A folder of pictures, and the three ways to assign times to its files.
package struct ScreenshotFolder: Sendable {
    /// The folder's path.
    package let path: String

    /// Names a folder; the methods read it.
    package init(path: String) { self.path = path }

    private var reader: FolderReader { FolderReader(ScreenshotSource(folder: path)) }

    /// The regular files, and entries that look like screenshots and are no files.
    private func contents() throws -> (files: [FolderEntry], skipped: [SkippedFile]) {
        let (files, others) = try MosaicError.translating { try FolderEntry.contents(of: path) }
        return (files, others.map { SkippedFile(name: $0.name, reason: $0.reason) })
    }

    /// Chapter screenshots: `ch{index}_{seconds}s.jpg`.
    ///
    /// Of two files with one index the one modified last wins, and the other is reported.
    /// - Throws: `noScreenshots` where there is no such folder, `unavailable`.
    package func chapters() throws -> ScreenshotListing {
        var (found, skipped) = try contents()
        var latest: [Int: (name: ScreenshotName, file: FolderEntry)] = [:]
        var losers: [(index: Int, file: FolderEntry)] = []
        for file in found {
            guard let name = ScreenshotName(file.name) else {
                skipped.append(SkippedFile(name: file.name, reason: Self.fault(ofName: file.name)))
                continue
            }
            guard let other = latest[name.index] else {
                latest[name.index] = (name, file)
                continue
            }
            let wins = (file.status.modified, file.name) > (other.file.status.modified, other.file.name)
            losers.append((name.index, wins ? other.file : file))
            if wins { latest[name.index] = (name, file) }
        }
        for (index, file) in losers {
            let winner = latest[index]?.file.name ?? ""
            skipped.append(
                SkippedFile(
                    name: file.name, reason: "\(winner) has the same index \(index) and was modified later."))
        }
        let screenshots = latest.values.map { name, file in
            Screenshot(name: file.name, time: name.time, chapter: name.index, status: file.status)
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
    /// - Throws: `noScreenshots` where there is no such folder, `invalidSettings`, `unavailable`.
    package func numbered(interval: Timestamp, start: Timestamp) throws -> ScreenshotListing {
        guard interval.milliseconds > 0 else {
            throw MosaicError(.invalidSettings, "interval", "The interval has to be more than 0 seconds.")
        }
        var (found, skipped) = try contents()
        var files: [(name: NaturalName, file: FolderEntry)] = []
        for file in found {
            let name = NaturalName(file.name)
            if file.isPicture, name.number != nil {
                files.append((name, file))
            } else {
                let reason = ForeignFormat(ofFile: file.name)?.reason ?? "Not a numbered .jpg, .jpeg or .png file."
                skipped.append(SkippedFile(name: file.name, reason: reason))
            }
        }
        files.sort { $0.name < $1.name }
        let screenshots = try files.enumerated().map { position, entry in
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
            screenshots, skipped: skipped, remarks: Self.jumps(in: files.map(\.name)), reader: reader)
    }

    /// Pictures named by a list of times; missing files are skipped where `isGrowing`, as still to come.
    ///
    /// - Throws: `malformed` naming the line whose file is not there, `unavailable`.
    package func listed(in list: TimesList, isGrowing: Bool = false) throws -> ScreenshotListing {
        var screenshots: [Screenshot] = []
        var skipped: [SkippedFile] = []
        for entry in list.entries {
            let status = FileStatus(path: path + "/" + entry.file.rawValue)
            guard status?.isRegularFile == true else {
                if isGrowing {
                    skipped.append(SkippedFile(name: entry.file.rawValue, reason: "The file is not there yet."))
                    continue
                }
                throw MosaicError(
                    .malformed, "\(list.name):\(entry.line)", "The file \(entry.file) is not in the folder.")
            }
            screenshots.append(
                Screenshot(name: entry.file.rawValue, time: entry.time, title: entry.title, status: status))
        }
        return ScreenshotListing(screenshots, skipped: skipped, reader: reader)
    }

    /// Why a name is not that of a chapter screenshot.
    private static func fault(ofName name: String) -> String {
        // Only the format is unknown; the name follows the rule.
        let isNamed = ScreenshotName(name.prefix { $0 != "." } + ".jpg") != nil
        return (isNamed ? ForeignFormat(ofFile: name)?.reason : nil) ?? "The name is not ch{index}_{seconds}s.jpg."
    }

    /// Remarks on gaps in the numbering, because times are counted by files and a gap shifts all later ones.
    private static func jumps(in names: [NaturalName]) -> [String] {
        let numbers = names.compactMap(\.number)
        let steps = zip(numbers, numbers.dropFirst()).map { ($0, $1) }
        guard let commonStep = steps.first.map({ $1 - $0 }),
            let jump = steps.first(where: { $1 - $0 != commonStep })
        else { return [] }
        return ["The numbering goes from \(jump.0) to \(jump.1); times count files, not numbers."]
    }
}
