import Foundation

@testable import MosaicSystem

/// The kernel's own list of what this process watches.
enum KernelWatches {
    /// Whether the system has such a list.
    static let areListed = FileManager.default.fileExists(atPath: "/proc/self/fdinfo")

    /// Number of watches over a folder.
    static func count(over path: String) throws -> Int {
        let inode = String(FileStatus(path: path)?.inode ?? 0, radix: 16)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")
        return descriptors.reduce(0) { count, descriptor in
            let status = FileManager.default.contents(atPath: "/proc/self/fdinfo/" + descriptor) ?? Data()
            let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
            return count + lines.count { $0.hasPrefix("inotify ") && $0.contains(" ino:\(inode) ") }
        }
    }
}
