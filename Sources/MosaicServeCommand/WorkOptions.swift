import ArgumentParser
import MosaicServer

/// What comes in, and what is made of it.
struct WorkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Let submissions name folders in this one as sources; may be repeated.", valueName: "dir"))
    var sourceRoot: [String] = []

    @Option(help: ArgumentHelp("One uploaded screenshot at most.", valueName: "MiB"))
    var uploadSize = 32

    @Option(help: ArgumentHelp("One uploaded screenshot at most.", valueName: "megapixels"))
    var uploadPixels = 40

    @Option(help: "Jobs that may be under way or wait.")
    var queue = 10_000

    @Option(help: "Storyboards composed at a time; by default one for each core, and 0 leaves them to other workers.")
    var composers: Int?

    @Option(
        help: ArgumentHelp(
            "Have a request wait so long for a storyboard that was never composed; 0 composes none for a request.",
            valueName: "seconds"))
    var firstComposition = 10.0

    @Flag(inversion: .prefixedNo, help: "Keep uploaded screenshots when their storyboard is complete.")
    var keepScreenshots = true

    func validate() throws {
        guard (1...512).contains(uploadSize) else { throw ValidationError("--upload-size takes 1 to 512 MiB.") }
        guard (1...500).contains(uploadPixels) else {
            throw ValidationError("--upload-pixels takes 1 to 500 megapixels.")
        }
        guard (1...10_000_000).contains(queue) else { throw ValidationError("--queue takes 1 to 10000000.") }
        guard (0...1_024).contains(composers ?? 0) else { throw ValidationError("--composers takes 0 to 1024.") }
        guard (0...600).contains(firstComposition) else {
            throw ValidationError("--first-composition takes 0 to 600 seconds.")
        }
    }

    func apply(to settings: inout ServerSettings, library: String?) {
        settings.work.folder = library
        settings.work.sourceRoots = sourceRoot
        settings.work.uploadBytes = uploadSize << 20
        settings.work.uploadPixels = uploadPixels * 1_000_000
        settings.work.queueLength = queue
        settings.work.composers = composers ?? settings.work.composers
        settings.work.firstCompositionWait = firstComposition
        settings.work.keepsScreenshots = keepScreenshots
    }
}
