import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension FileError {
    /// Explains why the system refuses to watch a folder called `name`, and the remedy.
    init(watching name: String, _ failure: SystemFailure) {
        switch failure.code {
        case ENOSPC:
            // For other calls this code means a full disk.
            self.init(usedUp: "watches", setting: "fs.inotify.max_user_watches", name)
        case EMFILE:
            self.init(usedUp: "watchers or this process's files", setting: "fs.inotify.max_user_instances", name)
        case ENFILE:
            self.init(usedUp: "open files", setting: "fs.file-max", name)
        default:
            self.init(.unavailable, name, "The folder cannot be watched: \(failure).")
        }
    }

    /// A folder called `name` was removed or renamed.
    init(folderGone name: String) {
        self.init(.unavailable, name, "The folder was removed, renamed or replaced while it was watched.")
    }

    private init(usedUp what: String, setting: String, _ name: String) {
        let path = "/proc/sys/" + setting.replacing(".", with: "/")
        let limit = FileManager.default.contents(atPath: path).map {
            " (now \(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)))"
        }
        self.init(
            .unavailable, name,
            "The system's \(what) are used up: raise \(setting)\(limit ?? "") with sysctl, or watch with --poll.")
    }
}
