import CommandSupport
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
    /// Whether to report without writing.
    let isDry: Bool

    /// Writes the exports into another folder.
    ///
    /// - Parameter isForced: Whether to replace files with other content.
    func write(to output: String, urls: FileURLs, isForced: Bool) async throws -> [ExportReport] {
        try FolderPath.checkOutput(output)
        let source = try await source(urls)
        if !isDry { try makeFolder(output) }
        let writer = ExportWriter(in: FolderStore(path: output), folder: nil)
        var reports: [ExportReport] = []
        for export in exports {
            reports.append(
                try await report(export, source, folder: output) { files in
                    if !isForced { try await Self.check(files, of: source, writer) }
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
    /// - Parameter secret: Signs URLs if the track's URLs are signed.
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

    /// Reports one export; a refusal becomes part of the report.
    ///
    /// - Parameter write: Writes the files, and returns their sizes in bytes by path.
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

    /// - Throws: `refused` with the first file that has other content, and the way to replace it.
    private static func check(
        _ files: [ExportFile], of source: ExportSource, _ writer: ExportWriter
    ) async throws {
        do {
            try await writer.check(files, of: source) { _ in false }
        } catch let error as MosaicError where error.code == .refused {
            throw MosaicError(
                error.code, error.subject, "\(error.subject): \(error.reason) Move it, or replace it with --force.")
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

/// The report of `export`.
struct ExportReports: Report {
    let exports: [ExportReport]

    var failures: [String] { exports.compactMap { export in export.reason.map { "\(export.name): \($0)" } } }
    var summary: String? {
        let lines = exports.filter { $0.reason == nil }.map(\.line)
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}

/// Result of one export: a line for people, keys for scripts.
struct ExportReport: Encodable {
    let name: String
    /// Why nothing was written, in one sentence; nil if the export was written.
    let reason: String?
    /// Whether the storyboard cannot have the export at all, so that its absence is not a failure.
    let isImpossible: Bool
    /// The path of the document that players load; empty if nothing was written.
    let document: String
    /// Content of the document; empty if nothing was written or the document is created on demand.
    let documentBytes: [UInt8]
    private let timing: Export.Timing
    private let files: Int
    private let bytes: Int
    private let cadence: Int64?
    private let largestError: Int64?
    /// The end of the last tile, if the film's length is unknown and the format needs one.
    private let guessedLength: Timestamp?

    init(
        _ export: Export, _ source: ExportSource, folder: String, files: [ExportFile], sizes: [String: Int]
    ) throws {
        name = export.name
        reason = nil
        isImpossible = false
        document = (folder.hasSuffix("/") ? folder : folder + "/") + export.document
        if case .bytes(let bytes) = files.last?.body { documentBytes = bytes } else { documentBytes = [] }
        timing = export.timing(at: source.options.cadence)
        self.files = sizes.count
        bytes = sizes.values.reduce(0, +)
        let shown = try source.shown()
        let resampling = timing == .resampled ? try Resampling(shown, cadence: source.options.cadence) : nil
        cadence = resampling?.cadence.milliseconds
        largestError = timing == .none ? nil : resampling?.largestError ?? 0
        // The steps of a fixed cadence also depend on the film's end.
        guessedLength = !shown.isEndKnown && (export.statesEnd || timing == .resampled) ? shown.end : nil
    }

    /// - Parameter error: Why the storyboard has no such export.
    init(_ export: Export, refused error: MosaicError) {
        name = export.name
        reason = error.reason
        isImpossible = error.code == .unsupported
        document = ""
        documentBytes = []
        timing = export.timing(at: nil)
        files = 0
        bytes = 0
        cadence = nil
        largestError = nil
        guessedLength = nil
    }

    private enum Key: String, CodingKey {
        case name, reason, document, timing, files, bytes
        case cadence = "cadence_ms"
        case largestError = "largest_error_ms"
        case guessedLength = "guessed_length_ms"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(reason, forKey: .reason)
        guard reason == nil else { return }
        try container.encode(document, forKey: .document)
        try container.encode(timing, forKey: .timing)
        try container.encode(files, forKey: .files)
        try container.encode(bytes, forKey: .bytes)
        try container.encodeIfPresent(cadence, forKey: .cadence)
        try container.encodeIfPresent(largestError, forKey: .largestError)
        try container.encodeIfPresent(guessedLength?.milliseconds, forKey: .guessedLength)
    }

    /// A line such as `hls: 3 files (120 KiB), exact times, a guessed length of 00:01:20.000: out/hls.m3u8`.
    var line: String {
        var facts = ["\(name): \(files) \(files == 1 ? "file" : "files") (\((bytes + 1_023) / 1_024) KiB)"]
        if let cadence {
            facts.append("a tile every \(cadence) ms, at most \(largestError ?? 0) ms late")
        } else if timing == .exact {
            facts.append("exact times")
        }
        if let guessedLength { facts.append("a guessed length of \(guessedLength)") }
        return facts.joined(separator: ", ") + ": \(document)"
    }
}
