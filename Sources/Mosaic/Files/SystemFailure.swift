#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Why the last system call failed.
package struct SystemFailure: CustomStringConvertible {
    package let code: Int32

    /// Read right after the call, before anything else can change it.
    package static var current: SystemFailure { SystemFailure(code: errno) }

    /// The same of something that was to be made in a folder: what does not exist is not the thing itself then.
    package func making(in folder: String) -> String {
        guard code == ENOENT else { return description }
        return FileStatus(path: folder) == nil ? "its folder does not exist" : "nothing can be made there"
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
        case ENAMETOOLONG: "the name is too long"
        default: "system error \(code)"
        }
    }
}
