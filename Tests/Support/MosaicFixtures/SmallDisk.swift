import Foundation
import TestSupport

/// A file system that is soon full; it takes the right to mount one.
package final class SmallDisk {
    package struct NotMounted: Error {}

    /// Whether one can be mounted, found out by doing it.
    package static let isAvailable: Bool = {
        let folder = TemporaryFolder()
        return geteuid() == 0 && (try? SmallDisk(at: folder.path, bytes: 64 << 10)) != nil
    }()

    package let path: String

    package init(at path: String, bytes: Int) throws {
        self.path = path
        guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path) else { throw NotMounted() }
    }

    package func makeReadOnly() throws {
        guard Self.run("mount", "-o", "remount,ro", path) else { throw NotMounted() }
    }

    deinit { _ = Self.run("umount", path) }

    private static func run(_ arguments: String...) -> Bool {
        (try? FinishedProgram("/usr/bin/env", arguments))?.status == 0
    }
}
