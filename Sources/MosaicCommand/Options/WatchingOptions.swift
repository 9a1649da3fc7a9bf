import ArgumentParser
import Mosaic
import WebVTT

/// How a folder is watched.
struct WatchingOptions: ParsableArguments {
    @Flag(help: "Look from time to time, also where the system tells of changes.")
    var poll = false

    @Option(help: "How long size and time of a file have to rest before it is read.")
    var rest = Timestamp(milliseconds: 2_000)

    func watcher(of folder: String) -> FolderWatcher {
        FolderWatcher(path: folder, rest: .milliseconds(rest.milliseconds), polls: poll)
    }
}
