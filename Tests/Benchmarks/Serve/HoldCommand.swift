import ArgumentParser
import Foundation

/// `mosaic-bench serve hold`: opens connections, asks once on each, and holds them until its input ends.
struct HoldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold", abstract: "Holds idle connections for the benchmark.", shouldDisplay: false)

    @Argument(help: "How many.")
    var count: Int

    @Option(help: "The server's port on this machine.")
    var port: Int

    func run() throws {
        _ = IdleConnections.raiseLimit()
        var held: [LocalSocket] = []
        for _ in 0..<count {
            guard let socket = LocalSocket(port: port),
                socket.get("/storyboards/short/thumbnails.vtt")?.status == 200
            else { throw ExitCode.failure }
            held.append(socket)
        }
        FileHandle.standardOutput.write(Data(".".utf8))
        _ = try FileHandle.standardInput.readToEnd()
        withExtendedLifetime(held) {}
    }
}
