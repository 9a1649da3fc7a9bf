import Foundation
import Mosaic
import MosaicSystem
import WebVTT

/// Writes exports of a storyboard in a folder, and reports them.
struct ExportRun {
    let storyboard: Storyboard
    let folder: String
    let exports: [Export]
    let cadence: Timestamp?
    /// The film's length, for a storyboard that does not record it.
    let duration: Timestamp?
    /// Whether nothing is written.
    let isDry: Bool

    /// Writes into another folder.
    ///
    /// - Parameter isForced: Whether files with other content are replaced.
    func write(to output: String, urls: FileURLs, isForced: Bool) async throws -> [ExportReport] {
        try FolderPath.checkOutput(output)
        let source = try await source(urls)
        if !isDry { try makeFolder(output) }
        let writer = ExportWriter(in: FolderStore(path: output), folder: nil)
        var reports: [ExportReport] = []
        for export in exports {
            reports.append(
                try await report(export, source, folder: output) { files in
                    if !isForced { try await writer.check(files, of: source) { _ in false } }
                    if !isDry { return try await writer.write(files, of: source) }
                    var sizes: [String: Int] = [:]
                    for file in files { sizes[file.path] = try await file.bytes(from: source).count }
                    return sizes
                })
        }
        return reports
    }

    /// Writes exports next to the track, and records them for later publications.
    ///
    /// - Parameter secret: Signs URLs if the track's are signed.
    func publish(_ secret: SheetURLSecret?) async throws -> [ExportReport] {
        var refusals: [String: String] = [:]
        if !isDry {
            let opened = try StoryboardFolder(path: folder, for: storyboard.id)
            let manifest = try await opened.place.export(
                ExportManifest.Request(exports, cadence: cadence, duration: duration), secret: secret, now: Date())
            for refusal in manifest?.refusals ?? [] { refusals[refusal.name] = refusal.reason }
        }
        let source = try await source(storyboard.fileURLs(secret) ?? .relative)
        let store = FolderStore(path: folder)
        var reports: [ExportReport] = []
        for export in exports {
            reports.append(
                try await report(export, source, folder: folder) { files in
                    if let reason = refusals[export.name] { throw MosaicError(.refused, export.name, reason) }
                    var sizes: [String: Int] = [:]
                    for file in files where !file.isPublished(in: source.storyboards) {
                        guard let key = ObjectKey(rawValue: file.path) else { continue }
                        let written = isDry ? nil : try await store.status(of: key)?.bytes
                        let bytes = written == nil ? try await file.bytes(from: source).count : nil
                        sizes[file.path] = written ?? bytes
                    }
                    return sizes
                })
        }
        return reports
    }

    private func source(_ urls: FileURLs) async throws -> ExportSource {
        let store = FolderStore(path: folder)
        return ExportSource(
            try await StoryboardSet.published(with: storyboard, in: store, nil), StoredSheets(in: store, folder: nil),
            ExportOptions(cadence: cadence, duration: duration, urls: urls))
    }

    /// The report of one export; a refusal is part of it.
    ///
    /// - Parameter write: Writes the files, and returns their bytes by their paths.
    private func report(
        _ export: Export, _ source: ExportSource, folder: String,
        _ write: ([ExportFile]) async throws -> [String: Int]
    ) async throws -> ExportReport {
        do {
            let files = try await export.files(of: source)
            return try await ExportReport(export, source, folder: folder, files: files, sizes: write(files))
        } catch let error as MosaicError where [.unsupported, .refused, .limitExceeded].contains(error.code) {
            return ExportReport(export, refused: error)
        }
    }

    private func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            let cause = SystemFailure(behind: error).map { ": \($0)" } ?? ""
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: path).lastPathComponent, "The folder cannot be made\(cause).")
        }
    }
}
