import Foundation

/// The error number of a failed system call, with a description.
package struct SystemFailure: CustomStringConvertible {
    package let code: Int32

    package static let diskFull = SystemFailure(code: ENOSPC)
    package static let quotaExceeded = SystemFailure(code: EDQUOT)

    /// The error of the last system call. Read it directly after the call, before another call changes it.
    package static var current: SystemFailure { SystemFailure(code: errno) }

    /// Whether the path does not exist.
    package var isAbsence: Bool { [ENOENT, ENOTDIR].contains(code) }

    /// Whether a permission is missing, for example to enter a folder. The file may exist then.
    package var isDenial: Bool { code == EACCES }

    /// Message about a folder that the process may not enter. The folder's names may be readable.
    package static let closedFolder = "The folder cannot be entered: permission is denied."

    /// The reason why no file could be created in a folder. ENOENT refers to the folder in this case.
    package func making(in folder: String) -> String {
        if code == EACCES, !folder.isEmpty {
            return "\(self) in the folder \(URL(fileURLWithPath: folder).lastPathComponent)"
        }
        guard code == ENOENT else { return description }
        return FileStatus(path: folder) == nil ? "its folder does not exist" : "files cannot be created there"
    }

    package var description: String {
        switch code {
        case ENOSPC: "the disk is full"
        case EDQUOT: "the quota is used up"
        case EACCES, EPERM: "access is denied"
        case EROFS: "the file system is read-only"
        case ENOENT: "it does not exist"
        case ENOTDIR: "it is not a folder"
        case EISDIR: "it is a folder"
        case EEXIST: "something else has its name"
        case ENAMETOOLONG: "the name is too long"
        case EIO: "the disk reports an input or output error"
        case EMFILE, ENFILE: "too many files are open"
        case ENOMEM: "there is not enough memory"
        case EPIPE: "the reader has exited"
        case EFBIG: "the file is too large for the file system"
        case ELOOP: "its links lead in a circle"
        case ENODEV, ENXIO: "the device is not there any more"
        case ESTALE: "the network file system does not know it any more"
        case ENOTCONN, EHOSTDOWN, ETIMEDOUT: "the network file system does not answer"
        default: "system error \(code)"
        }
    }
}

extension SystemFailure {
    /// The system error that an error is, or that caused a Foundation error; `nil` for other errors.
    package init?(behind error: any Error) {
        if let error = error as? POSIXError {
            self.init(code: error.code.rawValue)
        } else if let error = error as? CocoaError, let cause = error.underlying as? POSIXError {
            self.init(code: cause.code.rawValue)
        } else {
            return nil
        }
    }
}

/// A file, folder or program could not be read, written, locked or watched.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    package enum Code: Hashable, Sendable {
        /// The file, folder or program does not exist.
        case missing
        /// Another publisher has locked the folder, or has just removed it.
        case busy
        /// A file is longer than the limit.
        case limitExceeded
        /// A link leaves the root, a folder's name belongs to a file or a link, or a private folder belongs to another
        /// user or can be written by other users.
        case refused
        /// The system refused the operation, the disk does not answer, or the path is not a regular file.
        case unavailable
        /// A child process neither sent nor accepted a byte in time.
        case timedOut
        /// A child process closed its end of a pipe or socket.
        case closed
    }

    package let code: Code
    /// Name of the file, folder or program; never a full path.
    package let subject: String
    /// One sentence.
    package let reason: String

    package init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// `subject: reason`.
    package var description: String { "\(subject): \(reason)" }
}

extension FileError {
    /// Creates the error for a folder called `name` that the system refuses to watch, with the remedy for a limit that
    /// is used up.
    init(watching name: String, _ failure: SystemFailure) {
        switch failure.code {
        case ENOSPC:
            // For other system calls, ENOSPC means a full disk.
            self.init(usedUp: "watches", setting: "fs.inotify.max_user_watches", name)
        case EMFILE:
            self.init(usedUp: "watchers or this process's files", setting: "fs.inotify.max_user_instances", name)
        case ENFILE:
            self.init(usedUp: "open files", setting: "fs.file-max", name)
        default:
            self.init(.unavailable, name, "The folder cannot be watched: \(failure).")
        }
    }

    /// Creates the error for a folder called `name` that was removed, renamed or replaced.
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
