import Foundation
import Mosaic
import MosaicEmbedded
import MosaicLibrary
import MosaicSystem
import TiledJPEG
import WebVTT

/// Writes frames of a film as screenshots into a folder.
struct ScreenshotWriter: Sendable {
    private static let listName = ScreenshotFolder.listName
    private static let filmName = ScreenshotFolder.filmName

    let folder: String
    /// Width of the screenshots in pixels; nil for the film's width.
    let width: Int?
    /// JPEG quality, 1...100.
    let quality: Int
    /// Whether to replace the screenshots of another film.
    let replaces: Bool

    /// Writes all requested frames that the film has.
    ///
    /// - Throws: `refused` if the folder holds other screenshots, a storyboard or a library; `noScreenshots`,
    ///   `malformed`, `unsupported`, `limitExceeded`, `unavailable`, `CancellationError`.
    func write(
        _ source: ScreenshotSource, opening: FilmProcess.OpeningHandler? = nil,
        progress: @Sendable (_ completed: Int, _ total: Int) -> Void
    ) async throws -> ScreenshotReport {
        guard FileStatus(path: source.folder)?.isFolder != true else {
            throw MosaicError(.noScreenshots, source.folderName, "It is a folder, not a film.")
        }
        let owner = RecordedSource(of: source)
        try refuseOther(than: owner)
        let film = FilmReader(source, of: source.folder, into: "screenshot", opening: opening)
        return try await film.close(after: { try await write(film, owner, progress) })
    }

    /// Refuses a folder with screenshots that are not of this film, with a storyboard or with a library.
    private func refuseOther(than owner: RecordedSource) throws {
        let name = FolderPath.name(of: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard !names.contains(Storyboard.recordName), !StoryboardLibrary.isEmbedded(at: folder) else {
            throw MosaicError(
                .refused, name, "The folder holds a storyboard or a library; write screenshots into another folder.")
        }
        guard !replaces else { return }
        guard names.contains(Self.filmName) else {
            guard let first = names.filter({ ScreenshotName($0) != nil }).min() else { return }
            throw MosaicError(
                .refused, name,
                "The folder holds other screenshots (\(first)); write into another folder, or add to them with --replace."
            )
        }
        let path = folder + "/" + Self.filmName
        let bytes = try MosaicError.translating {
            try FileReader.read(path, name: Self.filmName, limit: RecordedSource.limit)
        }
        guard let other = RecordedSource(parsing: bytes), other != owner else { return }
        let film =
            other.name == owner.name ? "another \(other.name), at another path" : "\(other.name), not of \(owner.name)"
        throw MosaicError(
            .refused, name,
            "The folder holds screenshots of \(film); write into another folder, or replace them with --replace.")
    }

    private func write(
        _ film: FilmReader, _ owner: RecordedSource, _ progress: (Int, Int) -> Void
    ) async throws -> ScreenshotReport {
        let listing = try await film.list()
        let wanted = listing.screenshots
        var stills = try await FilmStills(
            of: film.opened(), at: wanted.map(\.time), width: width, quality: quality)
        try makeFolder()
        try put(owner.encoded(), Self.filmName)
        var report = ScreenshotReport(folder: folder.hasSuffix("/") ? folder : folder + "/", size: stills.size)
        report.notes = listing.remarks
        if let width, width > stills.size.width {
            report.notes.append(
                "The screenshots are \(stills.size.width) pixels wide, as the film is: --width \(width) is more.")
        }
        for (index, screenshot) in wanted.enumerated() {
            progress(index, wanted.count)
            guard let still = try await stills.next() else { break }
            let name = "ch\(screenshot.chapter ?? index + 1)_\(still.time.milliseconds / 1_000)s.jpg"
            guard let jpeg = still.jpeg else {
                report.missing.append(.init(name: name, time: still.time, reason: still.reason))
                continue
            }
            try put(jpeg, name)
            report.files.append(
                .init(
                    name: name, time: still.time, frameTime: still.frameTime, title: screenshot.title,
                    bytes: jpeg.count))
        }
        report.missing += listing.skipped.map { .init(name: $0.name, time: nil, reason: $0.reason) }
        if !report.files.isEmpty {
            let list = TimesList.text(of: report.files.map { ($0.name, $0.time, $0.title) })
            try put(Array(list.utf8), Self.listName)
        }
        try MosaicError.translating { try DiskFlush.flush(folder: folder) }
        report.notes += try stills.remarks + others(than: report.files)
        return report
    }

    private func makeFolder() throws {
        try FolderPath.checkOutput(folder)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            let name = URL(fileURLWithPath: folder).lastPathComponent
            throw MosaicError(.unavailable, name, "The folder cannot be made.")
        }
        PendingFile.discardLeftovers(in: folder, isLocked: false)
    }

    /// Writes a file without flushing the folder, which is flushed once after all files.
    private func put(_ bytes: [UInt8], _ name: String) throws {
        try MosaicError.translating { try PendingFile(bytes, name: name, in: folder).flushAndCommit() }
    }

    /// The remark on screenshots of earlier runs, which `compose` would read, too.
    private func others(than files: [ScreenshotReport.File]) throws -> [String] {
        let written = Set(files.map(\.name))
        let others = try ScreenshotFolder(path: folder).chapters().screenshots.map(\.name).filter {
            !written.contains($0)
        }
        guard let first = others.first else { return [] }
        let names = others.count == 1 ? first : "\(first) and \(others.count - 1) more"
        return [
            "The folder holds other screenshots, \(names); compose takes these, too, unless it gets --times "
                + "\(Self.listName)."
        ]
    }
}
