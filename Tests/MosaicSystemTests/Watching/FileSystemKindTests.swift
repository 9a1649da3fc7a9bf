import Foundation
import MosaicFixtures
import Testing
import TestSupport

@testable import MosaicSystem

struct FileSystemKindTests {
    @Test(arguments: [
        "nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "9p", "vboxsf", "virtiofs", "ceph", "afs", "fuse", "fuse.sshfs",
        "fuse.s3fs",
    ])
    func `recognizes network file systems by name`(name: String) {
        #expect(FileSystemKind(name: name).isNetwork)
    }

    @Test(arguments: ["ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "vfat", "nfsd", "fuseblk", "fusectl"])
    func `a disk of this machine is not a network's`(name: String) {
        #expect(!FileSystemKind(name: name).isNetwork)
    }

    @Test func `the name follows the dash of the mount's line`() {
        let mounts = """
            22 27 0:20 / /sys rw,relatime - sysfs sysfs rw
            2 1 254:0 / / rw,relatime shared:1 master:7 - ext4 /dev/vda rw
            227 2 0:50 / /mnt/a\\040-\\040b rw,relatime - nfs4 server:/a\\040b rw,vers=4.2
            28 2 0:51 /-/x /mnt/x rw - fuse.sshfs user@host:/ rw
            29 2 0:52 / /mnt/y rw
            """
        #expect(FileSystemKind.name(ofMount: "2", in: mounts) == "ext4")
        #expect(FileSystemKind.name(ofMount: "227", in: mounts) == "nfs4")
        #expect(FileSystemKind.name(ofMount: "28", in: mounts) == "fuse.sshfs")
        #expect(FileSystemKind.name(ofMount: "29", in: mounts) == nil)
        #expect(FileSystemKind.name(ofMount: "7", in: mounts) == nil)
        #expect(FileSystemKind.mount(in: "pos:\t0\nflags:\t0100000\nmnt_id:\t227\nino:\t5\n") == "227")
        #expect(FileSystemKind.mount(in: "pos:\t0\n") == nil)
    }

    @Test func `a path that is not a folder has no kind`() throws {
        let folder = TemporaryFolder()
        let file = try folder.write([1], to: "a.jpg")
        #expect(FileSystemKind(ofFolder: file) == nil)
        #expect(FileSystemKind(ofFolder: folder.path("absent")) == nil)
    }

    @Test func `a folder's kind is the one that df names, through links, too`() throws {
        let folder = TemporaryFolder()
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
        let kind = try #require(FileSystemKind(ofFolder: folder.path))
        #expect(FileSystemKind(ofFolder: link) == kind)
        #if os(Linux)
            #expect(try #require(FileSystemKind(ofFolder: "/proc")).name == "proc")
            let text = try FinishedProgram("/usr/bin/env", ["df", "--output=fstype", folder.path]).text
            #expect(text.split(whereSeparator: \.isWhitespace).last.map(String.init) == kind.name)
        #endif
    }
}
