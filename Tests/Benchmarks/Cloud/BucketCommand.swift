import ArgumentParser
import Foundation
import S3Fixtures

/// `mosaic-bench bucket`: a server that plays S3 in a separate process, so that its costs do not count as the
/// client's.
///
/// Prints its address. After each line of input it prints its counts and resets them.
struct BucketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bucket", abstract: "Plays S3 with the files of a folder, until its input ends.",
        shouldDisplay: false)

    @Argument(help: "The files of s3://chapter-screenshots/film/.")
    var folder: String

    @Option(help: "Milliseconds between a request and its answer.")
    var latency = 20

    func run() async throws {
        let server = try await S3Server.start(
            access: .signed(keyID: BucketProcess.keyID), latency: .milliseconds(latency))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            server.store(Array(bytes), at: "film/" + name)
        }
        say(server.url)
        while readLine() != nil {
            let counts = server.counts
            server.resetCounts()
            say(
                "\(counts[.list]) \(counts[.get]) \(counts[.head] + counts[.put] + counts[.other]) \(counts.mostInFlight)"
            )
        }
    }

    private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
