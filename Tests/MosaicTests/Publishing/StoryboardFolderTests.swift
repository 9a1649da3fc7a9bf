import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic

struct StoryboardFolderTests {
    private let folder = TemporaryFolder()
    private let id = StoryboardID(naming: "film")

    private func failureOfOpening(_ path: String, id: StoryboardID? = nil, input: String? = nil) -> MosaicError? {
        failure { try StoryboardFolder(path: path, for: id ?? self.id, input: input) }
    }

    // MARK: What is refused

    @Test func `a missing folder is made, and removed if it stays unused`() throws {
        let opened = try StoryboardFolder(path: folder.path("a/b/out"), for: id)
        #expect(opened.previous == nil)
        #expect(folder.holds("a/b/out"))
        opened.abandon()
        #expect(try folder.names().isEmpty, "the folders above it were made for it, too")
    }

    @Test func `existing folders stay, also if they stay unused`() throws {
        try folder.makeFolder("a")
        try StoryboardFolder(path: folder.path("a/b/out"), for: id).abandon()
        #expect(try folder.names(in: "a").isEmpty)
        try StoryboardFolder(path: folder.path("a"), for: id).abandon()
        #expect(try folder.names() == ["a"])
    }

    @Test(arguments: ["", "/", "/out", "/a/b/out", "/.", "/a/..", "/a/../out", "/./out/", "//out"])
    func `the folder of screenshots and folders inside it are refused`(output: String) throws {
        let input = try folder.makeFolder("shots")
        let error = failureOfOpening(input + output, input: input)
        #expect(error?.code == .refused)
        #expect(error?.reason.contains("folder that is read") == true)
        #expect(try folder.names(in: "shots").isEmpty, "nothing was made there")
    }

    @Test func `links do not lead around that`() throws {
        let input = try folder.makeFolder("shots")
        try folder.makeFolder("shots/inner")
        try folder.makeFolder("elsewhere/inner")
        let links = FileManager.default
        try links.createSymbolicLink(atPath: folder.path("to-shots"), withDestinationPath: input)
        try links.createSymbolicLink(atPath: folder.path("to-inner"), withDestinationPath: input + "/inner")
        try links.createSymbolicLink(atPath: folder.path("out"), withDestinationPath: folder.path("elsewhere/inner"))
        for output in ["to-shots", "to-shots/new", "to-inner", "to-inner/new", "to-inner/..", "to-inner/../new"] {
            #expect(failureOfOpening(folder.path(output), input: input)?.code == .refused, "\(output)")
        }
        #expect(failureOfOpening(folder.path("shots/new"), input: folder.path("to-shots"))?.code == .refused)
        #expect(failureOfOpening(folder.path("shots"), input: folder.path("to-inner/.."))?.code == .refused)
        #expect(try folder.names(in: "shots") == ["inner"])
        #expect(throws: Never.self) { try StoryboardFolder(path: folder.path("out"), for: id, input: input) }
        #expect(throws: Never.self) {
            try StoryboardFolder(path: folder.path("shots/../beside"), for: id, input: input)
        }
    }

    @Test func `two dots behind a folder that is not there yet do not lead around it either`() throws {
        let input = try folder.makeFolder("shots")
        #expect(failureOfOpening(folder.path("absent/../shots/out"), input: input)?.code == .refused)
        #expect(try folder.names(in: "shots").isEmpty)
    }

    @Test func `the screenshots may lie inside the output`() throws {
        let input = try folder.makeFolder("out/shots")
        #expect(throws: Never.self) { try StoryboardFolder(path: folder.path("out"), for: id, input: input) }
        try folder.makeFolder("shots-of-it")
        #expect(throws: Never.self) {
            try StoryboardFolder(path: folder.path("shots-of-it/out"), for: id, input: folder.path("out/shots"))
        }
    }

    @Test func `a folder of another storyboard is refused by name and left as it is`() async throws {
        try await Publisher(folder: folder.path).publish(DrawnStoryboard(id: "film"))
        let before = try folder.contents()
        let error = failureOfOpening(folder.path, id: StoryboardID(naming: "other"))
        #expect(error?.code == .refused)
        #expect(error?.reason.contains("film") == true)
        #expect(error?.reason.contains("other") == true)
        #expect(try folder.contents() == before)
    }

    @Test func `a folder with a track but without a record is refused`() throws {
        try folder.write(Array("WEBVTT\n".utf8), to: "thumbnails.vtt")
        #expect(failureOfOpening(folder.path)?.code == .refused)
        #expect(try folder.names() == ["thumbnails.vtt"])
    }

    @Test func `a record that cannot be read is not overwritten`() async throws {
        try await Publisher(folder: folder.path).publish(DrawnStoryboard())
        try folder.write(Array("{".utf8), to: "mosaic.json")
        let before = try folder.contents()
        #expect(failureOfOpening(folder.path)?.code == .malformed)
        #expect(try folder.contents() == before)
    }

    @Test func `a file in the folder's place is refused`() throws {
        let path = try folder.write([1], to: "out")
        #expect(failureOfOpening(path)?.code == .unavailable)
        #expect(failureOfOpening(path + "/inner")?.code == .unavailable)
        #expect(try folder.read("out") == [1])
    }

    @Test func `while one is at work another is busy, and does not take the folder away`() throws {
        let first = try StoryboardFolder(path: folder.path("out"), for: id)
        #expect(failureOfOpening(folder.path("out"))?.code == .busy)
        #expect(folder.holds("out"))
        withExtendedLifetime(first) {}
    }

    @Test func `opening the folder removes the pending files of a killed run`() async throws {
        try await Publisher(folder: folder.path).publish(DrawnStoryboard())
        let before = try folder.contents()
        try folder.write([1], to: ".mosaic-pending-thumbnails.vtt", modified: 1_600_000_000)
        try folder.write([1], to: ".mosaic-pending-sheet-7.jpg", modified: 1_600_000_000)
        #expect(try StoryboardFolder(path: folder.path, for: id).previous == DrawnStoryboard().storyboard())
        #expect(try folder.contents() == before)
    }

    // Root may write anywhere.
    @Test(.enabled(if: geteuid() != 0, "root may write into every folder"))
    func `a folder that may not be written is unavailable`() async throws {
        let path = try folder.makeFolder("out")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
        let error = await failure { try await Publisher(folder: path).publish(DrawnStoryboard()) }
        #expect(error?.code == .unavailable)
        #expect(error?.reason.contains("access is denied") == true)
        #expect(failureOfOpening(path + "/inner")?.code == .unavailable)
    }
}
