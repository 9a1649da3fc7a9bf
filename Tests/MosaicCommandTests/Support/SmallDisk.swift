import Foundation
import MosaicFixtures
import TestSupport

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
    ) throws -> (status: Int32?, output: String, errors: String) {
        let mount = "mount -t tmpfs -o size=\(kibibytes)k none \(place) && exec \"$@\""
        let run = try FinishedProgram(
            Self.unshare ?? "", ["-m", "/bin/sh", "-c", mount, "sh", BuiltTool.path ?? ""] + arguments,
            in: folder.path)
        return (run.status, run.text, run.errors)
    }
}
