import Foundation
import Mosaic
import Testing

/// boto3 in a separate process, which puts objects one after another.
final class ObjectWriter {
    private struct Ended: Error {}

    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// - Parameter prefix: Prefix of the keys, before the names of files.
    init(_ server: RealServer, _ bucket: BucketName, prefix: String) throws {
        process.executableURL = URL(fileURLWithPath: try #require(Botocore.python))
        process.arguments =
            [Botocore.path(of: "put_files.py"), server.url, server.keyID, server.secret, bucket.rawValue, prefix]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        // Every object that was put is there, and other processes may hold the pipe open.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Returns when the object is there.
    func put(_ path: String) throws {
        guard process.isRunning else { throw Ended() }
        try input.fileHandleForWriting.write(contentsOf: Data((path + "\n").utf8))
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw Ended() }
            line += bytes
        }
    }
}
