import ArgumentParser
import Foundation
import Mosaic
import MosaicConsole
import WebVTT

/// Where screenshots and their times come from.
struct SourceOptions: ParsableArguments {
    @Argument(help: "The folder of screenshots: ch{index}_{seconds}s.jpg, .jpeg or .png.")
    var folder: String

    @Option(help: "Take numbered files in natural order, this many seconds apart.")
    var interval: Timestamp?

    @Option(help: "Time of the first file with --interval.")
    var start: Timestamp?

    @Option(help: "Take the files that a list names: lines file,time[,title] or JSON lines with these keys.")
    var times: String?

    func validate() throws {
        if interval != nil, times != nil {
            throw ValidationError("--interval and --times are two ways to give times; use one.")
        }
        if start != nil, interval == nil { throw ValidationError("--start is the first time of --interval.") }
    }

    /// The folder's own name, also where it is given as `.` or with a slash at the end.
    var folderName: String { URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent }

    /// Lists the screenshots.
    ///
    /// - Throws: `MosaicError`.
    func listing() throws -> ScreenshotListing {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw MosaicError(.noScreenshots, folderName, "There is no such folder.")
        }
        let source = ScreenshotFolder(path: folder)
        if let interval { return try found(source.numbered(interval: interval, start: start ?? .zero)) }
        if let times {
            let name = URL(fileURLWithPath: times).lastPathComponent
            let text = String(decoding: try LocalFile.read(times, limit: 64 << 20), as: UTF8.self)
            let list = try TimesList(parsing: text, name: name)
            guard !list.entries.isEmpty else { throw MosaicError(.noScreenshots, name, "The list names no file.") }
            return try source.listed(in: list)
        }
        return try found(source.chapters())
    }

    private func found(_ listing: ScreenshotListing) throws -> ScreenshotListing {
        guard listing.screenshots.isEmpty else { return listing }
        let hint =
            interval == nil && !listing.skipped.isEmpty
            ? " Give times to other names by --interval or --times." : ""
        throw MosaicError(
            .noScreenshots, folderName,
            "There are no screenshots among its \(listing.skipped.count) files.\(hint)")
    }
}
