import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicEmbedded
import MosaicLibrary
import MosaicSystem

/// The folder that one storyboard is published into, and how.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "The folder to write. (default: NAME.thumbnails beside the source)")
    var given: String?

    @Flag(help: "Choose tile and grid sizes and tables anew instead of keeping the recorded ones.")
    var regrid = false

    @Flag(help: "Replace the storyboard of another source in the folder, which is refused otherwise.")
    var replace = false

    @Option(help: "Retention of sheets of earlier runs: \(RetentionArgument.form).")
    var keepOld = RetentionArgument.day

    @Flag
    var documents: [RequestedDocument] = []

    @OptionGroup
    var exports: ExportSelection

    /// The folder to write for a source.
    ///
    /// - Throws: `ValidationError` without one, for a source that has no name.
    func folder(for source: ScreenshotSource) throws -> String {
        guard let folder = given ?? source.thumbnailsFolder else {
            throw ValidationError("Add -o FOLDER to say where to write: \(source.folder) is not a name.")
        }
        return folder
    }

    /// Refuses to publish a storyboard into the folder of a library, whose commands could not read it then, and into
    /// a folder of screenshots, which would count as a storyboard from then on.
    ///
    /// - Parameter input: The folder of the source, which another error reports.
    static func refuseOccupied(_ folder: String, besides input: String?) throws {
        let name = FolderPath.name(of: folder)
        guard !StoryboardLibrary.isEmbedded(at: folder) else {
            throw MosaicError(
                .refused, name,
                "It is a library; mosaic batch adds films to it, and one storyboard takes another folder.")
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
            !names.contains(Storyboard.recordName),
            FileStatus(path: folder)?.identity != input.flatMap({ FileStatus(path: $0)?.identity }),
            names.contains(where: { ScreenshotName($0) != nil })
        else { return }
        throw MosaicError(.refused, name, "The folder holds screenshots; write into another folder.")
    }

    var publication: StoryboardComposer.Publication {
        var publication = StoryboardComposer.Publication()
        publication.keepingOld = keepOld.seconds
        publication.regrids = regrid
        publication.documents = Set(documents.map(\.document))
        publication.exports = exports.request
        return publication
    }
}
