import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct FolderOwnerTests {
    private let folder = TemporaryFolder()
    private let isRoot = geteuid() == 0

    init() throws {
        try folder.makeFolder("films")
        if isRoot { try #require(chown(folder.path("films"), 1_234, 2_345) == 0) }
        try #require(chmod(folder.path("films"), 0o3770) == 0)
    }

    private func facts(_ name: String) throws -> [String] {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        let mode = try #require(attributes[.posixPermissions] as? NSNumber).intValue
        let owner = try #require(attributes[.ownerAccountID] as? NSNumber)
        let group = try #require(attributes[.groupOwnerAccountID] as? NSNumber)
        return [String(mode & 0o7777, radix: 8)] + (isRoot ? ["\(owner):\(group)"] : [])
    }

    @Test func `files and folders take owner, group and permissions of their folder`() throws {
        let owner = try #require(FolderOwner(of: folder.path("films")))
        try PendingFile([1], name: "a", in: folder.path("films"), owner: owner).commit()
        try folder.makeFolder("films/new")
        owner.give(toFolder: folder.path("films/new"))
        let ids = isRoot ? ["1234:2345"] : []
        #expect(try facts("films/a") == ["660"] + ids, "A file is not executed.")
        #expect(try facts("films/new") == ["2770"] + ids)
        #expect(owner.owns(folder.path("films/a")) && owner.owns(folder.path("films/new")))
        #expect(owner.owns(folder.path("absent")))
        if isRoot { #expect(!owner.owns(folder.path)) }
    }

    @Test func `a link in the place of a folder gives nothing away`() throws {
        let owner = try #require(FolderOwner(of: folder.path("films")))
        try folder.makeFolder("victim")
        let before = try facts("victim")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("films/link"), withDestinationPath: folder.path("victim"))
        owner.give(toFolder: folder.path("films/link"))
        #expect(try facts("victim") == before)
    }

    @Test func `a path that is not a folder has no owner`() throws {
        try folder.write([1], to: "a")
        #expect(FolderOwner(of: folder.path("a")) == nil && FolderOwner(of: folder.path("absent")) == nil)
    }
}
