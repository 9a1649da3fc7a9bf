import ArgumentParser
import MosaicServer

/// How much the server may take, and how long.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Documents and sheets held in memory.", valueName: "MiB"))
    var cache = 128

    @Option(help: ArgumentHelp("A request's fields at most.", valueName: "KiB"))
    var headers = 16

    @Option(help: "Connections at a time.")
    var connections = 10_000

    @Option(help: ArgumentHelp("Close a connection after so long without a byte.", valueName: "seconds"))
    var idle = 30

    @Option(help: ArgumentHelp("When told to stop, finish what was begun for so long.", valueName: "seconds"))
    var grace = 10

    func validate() throws {
        guard (0...1_048_576).contains(cache) else { throw ValidationError("--cache takes 0 to 1048576 MiB.") }
        guard (1...1_024).contains(headers) else { throw ValidationError("--headers takes 1 to 1024 KiB.") }
        guard (1...1_000_000).contains(connections) else { throw ValidationError("--connections takes 1 to 1000000.") }
        guard (1...86_400).contains(idle) else { throw ValidationError("--idle takes 1 to 86400 seconds.") }
        guard (0...86_400).contains(grace) else { throw ValidationError("--grace takes 0 to 86400 seconds.") }
    }

    func apply(to settings: inout ServerSettings) {
        settings.cacheBytes = cache << 20
        settings.headerBytes = headers << 10
        settings.connections = connections
        settings.idleTimeout = idle
    }
}
