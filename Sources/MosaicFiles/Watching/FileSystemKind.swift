import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What kind of file system a folder lies on.
///
/// Another machine can change files of a network file system: the local system then tells nobody, keeps times by
/// another clock and holds locks that not everyone sees.
package struct FileSystemKind: Hashable, Sendable, CustomStringConvertible {
    /// The system's word for it, such as `ext4`, `nfs4`, `cifs` or `fuse.sshfs`.
    package let name: String

    /// A kind by its name.
    package init(name: String) { self.name = name }

    /// The kind of file system that a folder lies on, links followed; nil where the system does not tell.
    ///
    /// Opens the folder, which mounts what is mounted on demand.
    package init?(ofFolder path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        #if canImport(Glibc)
            // Not statfs, which gives numbers: one for all that is FUSE, local disks among it.
            guard let status = Self.text("/proc/self/fdinfo/\(descriptor)"),
                let mounts = Self.text("/proc/self/mountinfo"),
                let mount = Self.mount(in: status), let name = Self.name(ofMount: mount, in: mounts)
            else { return nil }
            self.init(name: name)
        #else
            var status = statfs()
            guard fstatfs(descriptor, &status) == 0 else { return nil }
            let name = Mirror(reflecting: status.f_fstypename).children.compactMap { $0.value as? CChar }
            self.init(name: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        #endif
    }

    /// Whether somebody else may change the files behind the local system's back: networks, folders that a virtual
    /// machine shares with its host, and whatever a program makes up (FUSE).
    package var isNetwork: Bool {
        if name == "fuse" || name.hasPrefix("fuse.") { return true }
        return Self.networks.contains(name)
    }

    /// The name.
    package var description: String { name }

    private static let networks: Set<String> = [
        "9p", "acfs", "afpfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "fakeowner", "ftp", "fusefs", "gfs2",
        "gpfs", "lustre", "macfuse", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "osxfuse", "panfs", "prl_fs", "pvfs2",
        "smb2", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs", "webdav", "wekafs",
    ]

    /// The number in the line `mnt_id:	27` of a descriptor's status.
    static func mount(in status: String) -> Substring? {
        status.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }?.split { $0 == " " || $0 == "\t" }.last
    }

    /// The word behind the lone dash of the mount's line: `27 1 254:0 / / rw - ext4 /dev/vda rw`.
    static func name(ofMount mount: Substring, in mounts: String) -> String? {
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.first == mount else { continue }
            // Any number of optional fields stands before the dash, and two paths that cannot be one.
            return fields.drop { $0 != "-" }.dropFirst().first.map(String.init)
        }
        return nil
    }

    #if canImport(Glibc)
        private static func text(_ path: String) -> String? {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }
    #endif
}
