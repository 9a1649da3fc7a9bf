import Foundation
import MosaicFixtures

/// A file system in memory that only the tool sees.
struct SmallDisk {
    /// The program that gives another one separate mounts; `nil` if missing.
    static let unshare = ["/usr/bin/unshare"].first(where: FileManager.default.isExecutableFile(atPath:))

    let kibibytes: Int
    /// The folder that it is mounted on.
    let place: String

    init(kibibytes: Int, at place: String) { (self.kibibytes, self.place) = (kibibytes, place) }

    /// Runs `mosaic` until it ends.
    func run(
        _ arguments: [String], in folder: TemporaryFolder
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.unshare.map { URL(filePath: $0) }
        process.arguments =
            [
                "-m", "/bin/sh", "-c", "mount -t tmpfs -o size=\(kibibytes)k none \(place) && exec \"$@\" 2>errors",
                "sh",
                BuiltTool.path ?? "",
            ] + arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let errors = String(decoding: (try? folder.read("errors")) ?? [], as: UTF8.self)
        return (process.terminationStatus, text, errors)
    }
}
