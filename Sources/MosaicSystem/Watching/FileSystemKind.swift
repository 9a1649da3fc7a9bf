import Foundation

/// The file system of a folder.
///
/// On a network file system another machine can change files. The local system does not report these changes, the times
/// come from another clock, and other machines may not see locks.
package struct FileSystemKind: Hashable, Sendable, CustomStringConvertible {
    /// The system's name of the file system, such as `ext4`, `nfs4`, `cifs` or `fuse.sshfs`.
    package let name: String

    package init(name: String) { self.name = name }

    /// The file system of a folder, with links followed; `nil` if the folder cannot be opened, or the system does not
    /// report its file system.
    ///
    /// The folder is opened, which mounts a file system that is mounted on demand.
    package init?(ofFolder path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        #if canImport(Glibc)
            // `statfs` is not used: it has one number for all FUSE file systems, which include local disks.
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

    /// Whether files may change without a report of the local system: network file systems, folders shared with a
    /// virtual machine's host, and FUSE.
    package var isNetwork: Bool {
        if name == "fuse" || name.hasPrefix("fuse.") { return true }
        return Self.networks.contains(name)
    }

    package var description: String { name }

    private static let networks: Set<String> = [
        "9p", "acfs", "afpfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "fakeowner", "ftp", "fusefs", "gfs2",
        "gpfs", "lustre", "macfuse", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "osxfuse", "panfs", "prl_fs", "pvfs2",
        "smb2", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs", "webdav", "wekafs",
    ]

    /// The mount's number in the status of a descriptor: `27` in the line `mnt_id:	27`.
    static func mount(in status: String) -> Substring? {
        status.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }?.split { $0 == " " || $0 == "\t" }.last
    }

    /// The file system's name in the mount's line: `ext4` in `27 1 254:0 / / rw - ext4 /dev/vda rw`.
    static func name(ofMount mount: Substring, in mounts: String) -> String? {
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.first == mount else { continue }
            // The optional fields and the two paths before the dash are never a single dash.
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
