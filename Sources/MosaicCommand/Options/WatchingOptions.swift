import ArgumentParser
import Mosaic
import MosaicConsole
import MosaicFiles

/// How a folder is watched.
struct WatchingOptions: ParsableArguments {
    @Flag(help: "Look from time to time, also where the system tells of changes.")
    var poll = false

    @Option(help: "How long size and time of a file have to rest before it is read: \(KeepTime.form).")
    var rest = KeepTime(seconds: 2)

    func watcher(of folder: String) -> FolderWatcher {
        FolderWatcher(path: folder, rest: .milliseconds(rest.milliseconds), polls: poll)
    }
}
