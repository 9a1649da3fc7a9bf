import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicEmbedded
import MosaicLibrary
import MosaicSystem

/// The folder that one storyboard is published into, and options for publishing.
struct OutputOptions: OptionTable {
    var given: String?
    var regrid = false
    var replace = false
    var keepOld = RetentionArgument.day
    var documents: [RequestedDocument] = []
    var exports: ExportNames?

    static let options: [DeclaredOption<OutputOptions>] = [
        .option(\.given, "output", short: "o", "The folder to write. (default: NAME.thumbnails beside the source)"),
        .flag(\.regrid, "regrid", "Choose tile and grid sizes and tables anew instead of keeping the recorded ones."),
        .flag(
            \.replace, "replace", "Replace the storyboard of another source in the folder, which is refused otherwise."),
        .option(\.keepOld, "keep-old", "Retention of sheets of earlier runs: \(RetentionArgument.form)."),
        .flags(\.documents, RequestedDocument.allCases.map(\.document.name)),
        .option(\.exports, "export", ExportNames.help, by: ExportNames.init(parsing:)),
    ]

    /// The folder to write for a source.
    ///
    /// - Throws: `ValidationError` without `-o`, if the source has no name.
    func folder(for source: ScreenshotSource) throws -> String {
        guard let folder = given ?? source.thumbnailsFolder else {
            throw ValidationError("Add -o FOLDER to say where to write: \(source.folder) is not a name.")
        }
        return folder
    }

    /// Refuses to publish a storyboard into the folder of a library, because library commands could not read it then.
    /// Also refuses a folder of screenshots or other films, which would count as a storyboard from then on.
    ///
    /// - Parameter source: The source of the storyboard. Its folder is not refused here: another error reports a source
    ///   folder as output.
    static func refuseOccupied(_ folder: String, by source: ScreenshotSource) throws {
        let name = FolderPath.name(of: folder)
        guard !StoryboardLibrary.isEmbedded(at: folder) else {
            throw MosaicError(
                .refused, name,
                "It is a library; mosaic batch adds films to it, and one storyboard takes another folder.")
        }
        let isPicture = FolderEntry.isPicture(name)
        guard FileStatus(path: folder) != nil || !isPicture && !name.hasSuffix(".vtt") else {
            throw MosaicError(
                .refused, name,
                "It has the name of a \(isPicture ? "picture" : "track"), and -o takes a folder"
                    + (isPicture
                        ? "; choose another name."
                        : ", in which \(Storyboard.trackName) is written: -o \(ShellWord.quoted(String(folder.dropLast(4))))")
            )
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
            !names.contains(Storyboard.recordName),
            FileStatus(path: folder)?.identity != source.inputFolder.flatMap({ FileStatus(path: $0)?.identity })
        else { return }
        try refuseScreenshots(in: folder)
        let (own, ownName) = (FileStatus(path: source.folder), source.folderName)
        let films = names.filter { film in
            guard FilmName(film) != nil, ExportPath(film) == nil, let status = FileStatus(path: "\(folder)/\(film)")
            else { return false }
            // A web folder may hold a copy of the film.
            let isOwn = status.identity == own?.identity || film == ownName && status.bytes == own?.bytes
            return status.isRegularFile && !isOwn
        }
        guard let first = films.min() else { return }
        let parent = folder.hasSuffix("/") ? folder : folder + "/"
        let way = source.thumbnailsFolder.map { ": -o \(ShellWord.quoted(parent + FolderPath.name(of: $0)))" } ?? "."
        throw MosaicError(
            .refused, name,
            "The folder holds other films (\(first)), and mosaic batch passes by the films in a storyboard's folder; write "
                + "into another folder\(way)")
    }

    /// Refuses to write into a folder of screenshots without a storyboard.
    static func refuseScreenshots(in folder: String) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard !names.contains(Storyboard.recordName), names.contains(where: { ScreenshotName($0) != nil }) else {
            return
        }
        throw MosaicError(
            .refused, FolderPath.name(of: folder), "The folder holds screenshots; write into another folder.")
    }

    var publication: StoryboardComposer.Publication {
        var publication = StoryboardComposer.Publication()
        publication.keepingOld = keepOld.seconds
        publication.regrids = regrid
        publication.documents = Set(documents.map(\.document))
        publication.exports = exports?.request
        return publication
    }
}

/// Formats for other players, written next to the track and again with each later publication.
struct ExportNames: Hashable, Sendable {
    /// The requested exports, in the order of ``Export/all``.
    let exports: [Export]
    /// Whether `all` was requested, so that exports are left out if the storyboard cannot have them.
    let areAll: Bool

    /// Players that read the track without an export: display names by lower-case name.
    private static let readers = ["plyr": "Plyr", "shaka": "Shaka Player"]

    static let help = ArgumentHelp(
        """
        Also write these formats of other players beside the track, and again with each later publication: all, or \
        some of \(known). none removes them.
        """, valueName: "names")

    /// The exports of a publication.
    var request: ExportManifest.Request { ExportManifest.Request(exports) }

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

/// A flag for each document that is written only on request, such as `--preview`.
struct RequestedDocument: EnumerableFlag, TextOutputStreamable {
    let document: PublishedDocument

    /// The argument parser prints each flag at each start. Without this method, printing would reflect the document,
    /// which takes longer than composing a tile.
    func write(to target: inout some TextOutputStream) { target.write(document.name) }

    static let allCases: [RequestedDocument] = PublishedDocument.all.filter { $0.writing != .always }
        .map(RequestedDocument.init(document:))

    static func name(for value: RequestedDocument) -> NameSpecification { .customLong(value.document.name) }

    static func help(for value: RequestedDocument) -> ArgumentHelp? {
        guard case .onRequest(let summary) = value.document.writing else { return nil }
        let names = value.document.files.map(\.name).joined(separator: " and ")
        return "Also write \(names), \(summary)."
    }
}
