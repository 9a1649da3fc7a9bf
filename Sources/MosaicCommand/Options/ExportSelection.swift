import ArgumentParser
import Mosaic

/// Formats of other players that are written beside the track, and again with each later publication.
struct ExportSelection: ParsableArguments {
    @Option(
        name: .customLong("export"),
        help: ArgumentHelp(
            """
            Also write these formats of other players beside the track, and again with each later publication: all, or \
            some of \(ExportNames.known). none removes them.
            """, valueName: "names"),
        transform: ExportNames.init(parsing:))
    var exports: ExportNames?

    /// The exports of a publication; nil for those of the earlier one.
    var request: ExportManifest.Request? { exports.map { ExportManifest.Request($0.exports) } }
}

/// Exports on the command line, separated by commas.
struct ExportNames: Hashable, Sendable {
    /// In the order of ``Export/all``.
    let exports: [Export]
    /// Whether all were asked for, so that those that a storyboard cannot have are left out.
    let areAll: Bool

    /// Players that take the track, and no export, by their names.
    private static let readers = ["plyr": "Plyr", "shaka": "Shaka Player"]

    /// List of all exports for help texts.
    static let known = Export.all.map(\.name).joined(separator: ", ")

    init(parsing text: String) throws(ValidationError) {
        areAll = text == "all"
        guard !areAll, text != "none" else {
            exports = areAll ? Export.all : []
            return
        }
        var named: [Export] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard name != "all", name != "none" else {
                throw ValidationError("--export takes \(name) alone, not in a list: '\(text)'.")
            }
            guard let export = Export(named: String(name)) else {
                let reader = Self.readers[name.lowercased()].map { "; \($0) reads \(Storyboard.trackName) itself" }
                throw ValidationError(
                    "--export takes all, none or some of \(Self.known), not '\(name)'\(reader ?? "").")
            }
            named.append(export)
        }
        exports = Export.all.filter(named.contains)
    }
}
