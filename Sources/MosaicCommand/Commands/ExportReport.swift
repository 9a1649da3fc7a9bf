import Mosaic
import WebVTT

/// Result of one export: a line for people, keys for scripts.
struct ExportReport: Encodable {
    let name: String
    /// Why nothing was written, one sentence; nil where it was.
    let reason: String?
    /// Whether the storyboard can never have it, so that nothing failed.
    let isImpossible: Bool
    /// The path of the document that players load.
    let document: String
    /// The document's bytes, without those that are made on demand.
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
        // Steps of a cadence end with the film, too.
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

    /// `hls: 3 files (120 KiB), exact times, a guessed length of 00:01:20.000: out/hls.m3u8`.
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
