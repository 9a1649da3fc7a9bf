import ArgumentParser
import Mosaic
import MosaicConsole

/// The folder that one storyboard is published into, and how.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")], help: "The folder to write; made where it does not exist.")
    var folder: String

    @Flag(help: "Choose tile and grid sizes and tables anew instead of keeping the recorded ones.")
    var regrid = false

    @Flag(help: "Replace the storyboard of another source in the folder, which is refused otherwise.")
    var replace = false

    @Option(help: "How long sheets of earlier runs stay: \(KeepTime.form).")
    var keepOld = KeepTime.day

    @Flag
    var documents: [RequestedDocument] = []

    @OptionGroup
    var exports: ExportSelection

    var publication: StoryboardComposer.Publication {
        var publication = StoryboardComposer.Publication()
        publication.keepingOld = keepOld.seconds
        publication.regrids = regrid
        publication.documents = Set(documents.map(\.document))
        publication.exports = exports.request
        return publication
    }
}
