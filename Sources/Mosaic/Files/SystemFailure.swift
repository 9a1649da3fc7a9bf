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

    package var description: String {
        switch code {
        case ENOSPC: "the disk is full"
        case EDQUOT: "the quota is used up"
        case EACCES, EPERM: "access is denied"
        case EROFS: "the file system is read-only"
        case ENOENT: "it does not exist"
        case ENOTDIR: "it is not a folder"
        case ENAMETOOLONG: "the name is too long"
        default: "system error \(code)"
        }
    }
}
