import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct OpenFolderOwnTests {
    private static let day = 24 * 60 * 60.0
    private let folder = TemporaryFolder()
    private let open: OpenFolder

    init() throws {
        open = try #require(try OpenFolder(path: folder.makeFolder("shared"), name: "shared"))
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
    }

    private func setMode(_ mode: Int, _ name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(name))
    }

    @Test func `an own folder is closed to other users`() throws {
        #expect(try open.ownFolder("own") == nil)
        _ = try open.makeOwnFolder("own")
        #expect(try mode("shared/own") == 0o700)
        #expect(try open.ownFolder("own") != nil)
        try setMode(0o755, "shared/own")
        _ = try open.makeOwnFolder("own")
        #expect(try mode("shared/own") == 0o700)
    }

    @Test(arguments: [0o777, 0o770, 0o720, 0o702])
    func `refuses a folder that other users may write`(mode: Int) throws {
        try folder.makeFolder("shared/own")
        try setMode(mode, "shared/own")
        for error in [fileError { try open.ownFolder("own") }, fileError { try open.makeOwnFolder("own") }] {
            #expect(error?.code == .refused && error?.reason.contains("may write") == true)
        }
        #expect(try self.mode("shared/own") == mode)
    }

    @Test(.enabled(if: geteuid() == 0, "Only root gives folders away."))
    func `refuses a folder of another user`() throws {
        try folder.makeFolder("shared/own")
        try setMode(0o700, "shared/own")
        #expect(chown(folder.path("shared/own"), 12_345, 12_345) == 0)
        for error in [fileError { try open.ownFolder("own") }, fileError { try open.makeOwnFolder("own") }] {
            #expect(error?.code == .refused && error?.reason.contains("another user") == true)
        }
    }

    @Test func `refuses a link and a file`() throws {
        try folder.makeFolder("elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("shared/link"), withDestinationPath: folder.path("elsewhere"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("shared/dangling"), withDestinationPath: "missing")
        try folder.write([1], to: "shared/file")
        for name in ["link", "dangling", "file"] {
            for error in [fileError { try open.ownFolder(name) }, fileError { try open.makeOwnFolder(name) }] {
                #expect(error?.code == .refused && error?.subject == name)
            }
        }
    }

    @Test func `removes abandoned temporary files and folders and no other entries`() throws {
        let own = try open.makeOwnFolder("own")
        let old = Date().timeIntervalSince1970 - 2 * Self.day
        let abandoned = "0123456789abcdef-12-345-"
        try folder.write([1], to: "shared/own/\(abandoned)a", modified: old)
        try folder.makeFolder("shared/own/\(abandoned)b/deep")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: old)], ofItemAtPath: folder.path("shared/own/\(abandoned)b")
        )
        let kept = [
            "film.mp4", "old", "a-b-c-d", "0123456789abcdef-12-345", "0123456789abcdef-12-345-6-7",
            TemporaryName.unique().rawValue,
        ]
        for name in kept { try folder.write([1], to: "shared/own/\(name)", modified: old) }
        try folder.write([1], to: "shared/own/\(abandoned)c")
        own.removeAbandoned()
        #expect(Set(own.names) == Set(kept + ["\(abandoned)c"]))
    }
}
