import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import WebVTT

/// `mosaic export`: writes a published storyboard in formats of other players, without encoding tiles again.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a published storyboard in formats of other players; no tile is encoded again.",
        discussion: """
            Formats: \(Export.all.map { "\($0.name) (\($0.document)): \($0.summary)" }.joined(separator: "; ")).

            Without --output the formats lie beside the track, take the place of those that were written there before, \
            and are written again with each later publication.

            EXAMPLES
              mosaic export out --export hls,bif -o player
              mosaic export out --export all
              mosaic export film-7 --library library --export dash --cadence 10
              mosaic export out --export hls -o player --into master.m3u8
            """)

    @Argument(
        help: "The folder of a storyboard; with --library its id, the beginning of its id, its title or its path.")
    var storyboard: String

    @Option(
        name: .customLong("export"),
        help: ArgumentHelp(
            "all, or some of \(ExportNames.known); none, beside the track, removes them.", valueName: "names"),
        transform: ExportNames.init(parsing:))
    var exports: ExportNames

    @Option(
        name: .shortAndLong,
        help: "The folder to write into; made where it does not exist. Without it, beside the track.")
    var output: String?

    @Option(
        name: .customLong("library"),
        help: ArgumentHelp("The library's folder; by default the one that MOSAIC_LIBRARY names.", valueName: "dir"))
    var library: String?

    @Option(
        help: """
            Time from tile to tile in formats of a fixed cadence, seconds (10) or hh:mm:ss.mmm; by default that of the \
            track, or the one with the smallest error.
            """)
    var cadence: Timestamp?

    @Option(help: "Write absolute URLs that begin with this; with --output.")
    var baseURL: String?

    @Option(
        name: .customLong("sheet-url"),
        help: ArgumentHelp(
            "Write URLs by this template, such as https://cdn.example/{id}/{path}?{signature}; with --output.",
            discussion: "{signature} takes MOSAIC_SHEET_URL_SECRET in the environment.", valueName: "template"),
        transform: ExportCommand.template)
    var sheetURL: SheetURLTemplate?

    @Option(
        help: ArgumentHelp(
            "Add the line or AdaptationSet to this playlist or manifest, in the place of earlier ones; repeatable.",
            valueName: "file"))
    var into: [String] = []

    @Flag(help: "Replace files of other content in the output folder.")
    var force = false

    @Flag(help: "Write nothing, and report what would be written.")
    var dryRun = false

    @Flag(help: "Print a JSON report.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        if let cadence, cadence < Timestamp(milliseconds: 1) {
            throw ValidationError("--cadence takes 0.001 or more seconds.")
        }
        if output == nil, baseURL != nil || sheetURL != nil || force {
            throw ValidationError(
                "--base-url, --sheet-url and --force go with --output; beside the track the track's URLs count.")
        }
        if let baseURL { try TrackOptions.checkBaseURL(baseURL) }
        if baseURL != nil, sheetURL != nil {
            throw ValidationError("--sheet-url and --base-url are two ways to write the same URLs.")
        }
        if output != nil, exports.exports.isEmpty { throw ValidationError("--export none goes without --output.") }
    }

    func run() async throws {
        let isPath = (library ?? LibraryOptions.defaultPath) == nil || FileStatus(ofLinkItself: storyboard) != nil
        let paths =
            (isPath ? [NamedPath(storyboard, .storyboard)] : []) + (output.map { [NamedPath($0, .output)] } ?? [])
        try await ExitStatus.reporting(paths) {
            let place = try await folder()
            let main = try await published(in: place)
            let insertions = into.map { ExportInsertion(path: $0, output: output ?? place, isDry: dryRun) }
            // All files are checked first: no export is written if a file cannot take one.
            for insertion in insertions { try insertion.check(exports.exports) }
            if let output {
                try OutputOptions.refuseScreenshots(in: output)
                if !force { try refuseOtherStoryboard(in: output, than: main.id) }
            }
            let run = ExportRun(
                storyboard: main, folder: place, exports: exports.exports, cadence: cadence,
                duration: insertions.compactMap(\.filmLength).max(), isDry: dryRun)
            let secret = try TrackOptions.secret()
            let reports: [ExportReport]
            if let output {
                reports = try await run.write(to: output, urls: urls(of: main.id, secret), isForced: force)
            } else {
                reports = try await run.publish(secret)
            }
            for insertion in insertions { try insertion.insert(reports) }
            try ExportReports(exports: reports).print(json: json, quiet: quiet)
            // With `all`, an export that the storyboard cannot have is not a failure.
            guard reports.allSatisfy({ $0.reason == nil || (exports.areAll && $0.isImpossible) }) else {
                throw ExitStatus.failure
            }
        }
    }

    /// The storyboard in a folder. An error about the storyboard's record names this folder, not the output folder.
    private func published(in place: String) async throws -> Storyboard {
        guard
            let found = try await ExitStatus.reporting(
                [NamedPath(place, .storyboard)], { try StoryboardFolder.storyboard(in: place) })
        else {
            throw MosaicError(
                .notFound, URL(fileURLWithPath: place).lastPathComponent,
                "There is no storyboard: the folder has no \(Storyboard.recordName).")
        }
        return found
    }

    /// Refuses a folder that holds another storyboard, because its players would show the wrong film.
    private func refuseOtherStoryboard(in output: String, than id: StoryboardID) throws {
        guard let other = try StoryboardFolder.storyboard(in: output), other.id != id else { return }
        throw MosaicError(
            .refused, FolderPath.name(of: output),
            "The folder holds another storyboard, \(other.id); write into another folder, or into this one with --force."
        )
    }

    private func urls(of id: StoryboardID, _ secret: SheetURLSecret?) throws(MosaicError) -> FileURLs {
        if let sheetURL { return try sheetURL.urls(of: id, secret) }
        return baseURL.map { FileURLs.below($0.hasSuffix("/") ? $0 : $0 + "/") } ?? .relative
    }

    private static func template(_ text: String) throws(ValidationError) -> SheetURLTemplate {
        do {
            return try SheetURLTemplate(text)
        } catch {
            throw ValidationError("\(TrackOptions.name(of: error)): \(error.reason)")
        }
    }

    private func folder() async throws -> String {
        func holdsRecord(_ folder: String) -> Bool {
            FileManager.default.fileExists(atPath: folder + "/" + Storyboard.recordName)
        }
        if holdsRecord(storyboard) { return storyboard }
        guard let path = library ?? LibraryOptions.defaultPath else { return storyboard }
        var options = LibraryOptions()
        if let library { options.path = library }
        // The library may have lost its catalog.
        let named = "\(path)/\(storyboard)"
        if StoryboardID(rawValue: storyboard) != nil, holdsRecord(named) || !options.hasCatalog { return named }
        let opened = try options.existing(onlyReading: true)
        let id = try await StoryboardIDs.id(named: storyboard, in: opened)
        guard try await opened.catalog.entry(of: id) != nil || holdsRecord("\(path)/\(id)") else {
            throw try await StoryboardIDs.unknown(id.rawValue, in: opened)
        }
        return "\(path)/\(id)"
    }
}
