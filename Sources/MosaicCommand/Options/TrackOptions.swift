import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import WebVTT

extension CompositionSettings {
    /// The settings that options give.
    ///
    /// - Parameter jobs: Screenshots decoded at a time; `nil` for one on each core.
    init(_ sheets: SheetOptions, _ track: TrackOptions, _ reading: ReadingOptions, jobs: Int? = nil) {
        self.init()
        sheets.apply(to: &self)
        track.apply(to: &self)
        reading.apply(to: &self)
        workers = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    }
}

/// Options for writing the cue track.
struct TrackOptions: OptionTable {
    var duration: Timestamp?
    var maxCues: Int?
    var baseURL: String?
    var sheetURL: String?
    var exactStart = false
    var gutter = 0

    static let options: [DeclaredOption<TrackOptions>] = [
        .option(
            \.duration, "duration",
            "Length of the film, seconds (5400) or hh:mm:ss.mmm; by default a film's own, and with a folder the last cue stays open."
        ),
        .option(\.maxCues, "max-cues", "Write at most this many cues, evenly spread in time, over the same sheets."),
        .option(\.baseURL, "base-url", "Write absolute sheet URLs that begin with this."),
        .option(
            \.sheetURL, "sheet-url",
            ArgumentHelp(
                "Write sheet URLs by this template, such as https://cdn.example/{id}/{path}?{signature}.",
                discussion: "{signature} takes MOSAIC_SHEET_URL_SECRET in the environment.", valueName: "template")),
        .flag(\.exactStart, "exact-start", "Begin the first cue at its screenshot's time instead of at 0."),
        .option(
            \.gutter, "gutter", value: "pixels",
            "Pixels, 0 to 16, that the track and vidstack.json leave out on each side of a tile, for players that scale sheets."
        ),
    ]

    func validate() throws {
        guard 0...TrackSettings.largestGutter ~= gutter else {
            throw ValidationError("--gutter takes 0 to \(TrackSettings.largestGutter) pixels.")
        }
        if let baseURL { try Self.checkBaseURL(baseURL) }
        do {
            _ = try sheetURL.map(SheetURLTemplate.init)
            _ = try Self.secret()
        } catch {
            throw ValidationError("\(Self.name(of: error)): \(error.reason)")
        }
        guard sheetURL == nil || baseURL == nil else {
            throw ValidationError("--sheet-url and --base-url are two ways to write the same URLs.")
        }
    }

    /// Checks a base URL: an absolute URL, or a path on the page's host.
    ///
    /// - Throws: `ValidationError`, also for a host without a scheme, which players read as a folder.
    static func checkBaseURL(_ text: String) throws {
        guard !text.isEmpty, !text.contains(where: { $0.isWhitespace || $0 == "#" || $0 == "?" }) else {
            throw ValidationError("--base-url takes a URL without spaces, query and fragment.")
        }
        let first = text.prefix { $0 != "/" }
        guard first != ".", first != "..", first.contains("."), !text.contains("://") else { return }
        throw ValidationError("--base-url takes a whole URL: https://\(text), or a path such as /film/.")
    }

    /// The name of the option or variable that caused an error about a template or its secret.
    static func name(of error: MosaicError) -> String {
        error.subject == SheetURLTemplate.subject ? "--sheet-url" : error.subject
    }

    /// The secret in the environment; nil without one.
    ///
    /// - Throws: `invalidSettings`.
    static func secret() throws(MosaicError) -> SheetURLSecret? {
        guard let text = ProcessInfo.processInfo.environment[SheetURLSecret.variable], !text.isEmpty else { return nil }
        return try SheetURLSecret(text)
    }

    func apply(to settings: inout CompositionSettings) {
        settings.track.baseURL = baseURL.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        settings.track.sheetURL = sheetURL.flatMap { try? SheetURLTemplate($0) }
        settings.sheetURLSecret = try? Self.secret()
        settings.track.maximumCues = maxCues
        settings.track.startsAtZero = !exactStart
        settings.track.gutter = gutter
    }
}
