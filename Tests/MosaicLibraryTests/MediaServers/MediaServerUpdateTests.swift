import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Foreign files in the folders of media servers stay, and ours are replaced as a whole.
struct MediaServerUpdateTests {
    private struct Fault: Error {}

    private let folder = TemporaryFolder()
    private let place: MediaServerFolder

    init() throws {
        try folder.makeFolder("media")
        place = try MediaServerFolder(of: folder.path("media/a.mkv"), for: MediaServer.Target(.jellyfin))
    }

    private func item(_ name: String, _ files: [String: String], isFolder: Bool = true) -> MediaServerItem {
        MediaServerItem(
            name: name, isFolder: isFolder,
            revision: ContentHash(of: Array("\(name) \(files.sorted { $0.key < $1.key })".utf8)),
            files: files.sorted { $0.key < $1.key }.map { file in
                MediaServerItem.File(name: file.key) {
                    if file.value == "fault" { throw Fault() }
                    return Array(file.value.utf8)
                }
            })
    }

    @discardableResult
    private func update(_ items: MediaServerItem..., isDryRun: Bool = false) async throws -> [String] {
        try await place.update(to: items, isDryRun: isDryRun).map { "\($0.action) \($0.name)" }
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try folder.read("media/a.trickplay/" + name), as: UTF8.self)
    }

    /// The files in the film's folder without the marker.
    private func names(in name: String = "") throws -> [String] {
        try folder.names(in: "media/a.trickplay" + name).filter { $0 != place.marker }
    }

    @Test func `missing items are written, current ones stay, older ones are replaced whole`() async throws {
        let one = item("320 - 10x10", ["0.jpg": "a", "1.jpg": "b"])
        #expect(try await update(one) == ["written 320 - 10x10"])
        #expect(try text("320 - 10x10/1.jpg") == "b")
        #expect(try names(in: "/320 - 10x10") == ["0.jpg", "1.jpg"], "Jellyfin takes every file for a sheet.")
        let status = try FileManager.default.attributesOfItem(atPath: place.folder + "/320 - 10x10")
        #expect(try await update(one) == ["unchanged 320 - 10x10"])
        let again = try FileManager.default.attributesOfItem(atPath: place.folder + "/320 - 10x10")
        #expect(status[.systemFileNumber] as? Int == again[.systemFileNumber] as? Int)
        #expect(try await update(item("320 - 10x10", ["0.jpg": "new"])) == ["written 320 - 10x10"])
        #expect(try names(in: "/320 - 10x10") == ["0.jpg"])
        #expect(try names() == ["320 - 10x10"])
    }

    @Test func `missing and incomplete items are written again`() async throws {
        let one = item("320 - 10x10", ["0.jpg": "a", "1.jpg": "b"])
        try await update(one)
        try folder.remove("media/a.trickplay/320 - 10x10")
        #expect(try await update(one) == ["written 320 - 10x10"])
    }

    @Test func `folders of other widths go where they are ours`() async throws {
        try await update(item("160 - 10x10", ["0.jpg": "a"]), item("320 - 10x10", ["0.jpg": "b"]))
        try folder.makeFolder("media/a.trickplay/240 - 10x10")
        try folder.write([1], to: "media/a.trickplay/240 - 10x10/0.jpg")
        #expect(
            try await update(item("320 - 10x10", ["0.jpg": "b"]))
                == ["unchanged 320 - 10x10", "removed 160 - 10x10"])
        #expect(try names() == ["240 - 10x10", "320 - 10x10"])
    }

    @Test func `a folder that another program made or changed stays`() async throws {
        try folder.makeFolder("media/a.trickplay/320 - 10x10")
        try folder.write([1], to: "media/a.trickplay/320 - 10x10/0.jpg")
        #expect(try await update(item("320 - 10x10", ["0.jpg": "a"])) == ["kept 320 - 10x10"])
        #expect(try folder.read("media/a.trickplay/320 - 10x10/0.jpg") == [1])
        #expect(!folder.holds("media/a.trickplay/" + place.marker))

        let other = item("480 - 10x10", ["0.jpg": "a", "1.jpg": "b"])
        try await update(other)
        try folder.write(Array("x".utf8), to: "media/a.trickplay/480 - 10x10/1.jpg")
        #expect(try await update(item("480 - 10x10", ["0.jpg": "n"])) == ["kept 480 - 10x10"])
        #expect(try text("480 - 10x10/1.jpg") == "x")
    }

    @Test func `a changed or added file keeps a stale folder from removal`() async throws {
        try await update(item("160 - 10x10", ["0.jpg": "a"]))
        try folder.write([1], to: "media/a.trickplay/160 - 10x10/poster.jpg")
        #expect(try await update(item("320 - 10x10", ["0.jpg": "b"])) == ["written 320 - 10x10"])
        #expect(try names(in: "/160 - 10x10") == ["0.jpg", "poster.jpg"])
    }

    @Test func `a link in the place of a folder is another's`() async throws {
        try folder.makeFolder("elsewhere")
        try folder.makeFolder("media/a.trickplay")
        try FileManager.default.createSymbolicLink(
            atPath: place.folder + "/320 - 10x10", withDestinationPath: folder.path("elsewhere"))
        #expect(try await update(item("320 - 10x10", ["0.jpg": "a"])) == ["kept 320 - 10x10"])
        #expect(try folder.names(in: "elsewhere").isEmpty)
    }

    @Test func `a dry run tells the same and writes nothing`() async throws {
        #expect(try await update(item("320 - 10x10", ["0.jpg": "a"]), isDryRun: true) == ["written 320 - 10x10"])
        #expect(try folder.names(in: "media").isEmpty)
        try await update(item("160 - 10x10", ["0.jpg": "a"]))
        let before = try folder.contents(of: "media/a.trickplay/160 - 10x10")
        #expect(
            try await update(item("320 - 10x10", ["0.jpg": "a"]), isDryRun: true)
                == ["written 320 - 10x10", "removed 160 - 10x10"])
        #expect(try folder.contents(of: "media/a.trickplay/160 - 10x10") == before)
        #expect(try names() == ["160 - 10x10"])
    }

    @Test func `a failure keeps the earlier files and leaves no temporary files`() async throws {
        try await update(item("320 - 10x10", ["0.jpg": "a"]))
        await #expect(throws: Fault.self) {
            try await update(
                item("320 - 10x10", ["0.jpg": "b", "1.jpg": "fault"]), item("160 - 10x10", ["0.jpg": "c"]))
        }
        #expect(try names() == ["320 - 10x10"])
        #expect(try text("320 - 10x10/0.jpg") == "a")
    }

    @Test func `items of a killed process are replaced, whether it renamed them or not`() async throws {
        let (old, new) = (item("320 - 10x10", ["0.jpg": "a"]), item("320 - 10x10", ["0.jpg": "b"]))
        try await update(old)
        let before = try PublishedFileManifest(at: place.folder + "/" + place.marker)
        try await update(new)
        var both = try PublishedFileManifest(at: place.folder + "/" + place.marker)
        both.items += before.items
        // Killed behind the renames.
        try both.write(place.marker, in: place.folder)
        #expect(try await update(item("320 - 10x10", ["0.jpg": "c"])) == ["written 320 - 10x10"])
        // Killed before them: the marker lists what never came.
        try folder.write(Array("a".utf8), to: "media/a.trickplay/320 - 10x10/0.jpg")
        try both.write(place.marker, in: place.folder)
        #expect(try await update(new) == ["written 320 - 10x10"])
        #expect(try text("320 - 10x10/0.jpg") == "b")
        // Killed between the two renames.
        try folder.remove("media/a.trickplay/320 - 10x10")
        #expect(try await update(new) == ["written 320 - 10x10"])
    }

    @Test func `a damaged marker makes everything another's`() async throws {
        try await update(item("320 - 10x10", ["0.jpg": "a"]))
        try folder.write(Array("{".utf8), to: "media/a.trickplay/" + place.marker)
        #expect(try await update(item("320 - 10x10", ["0.jpg": "b"])) == ["kept 320 - 10x10"])
        #expect(try text("320 - 10x10/0.jpg") == "a")
    }

    @Test(arguments: ["../victim", "/victim", "..", ".", "", "a/../../victim"])
    func `a marker that names files elsewhere makes nothing be removed`(name: String) async throws {
        try await update(item("320 - 10x10", ["0.jpg": "a"]))
        try folder.makeFolder("media/victim")
        try folder.write(Array("a".utf8), to: "media/victim/0.jpg")
        var written = try PublishedFileManifest(at: place.folder + "/" + place.marker)
        let files = written.items[0].files
        written.items.append(
            PublishedFileManifest.Item(name: name, isFolder: true, revision: ContentHash(of: []), files: files))
        try written.write(place.marker, in: place.folder)
        #expect(try await update(item("320 - 10x10", ["0.jpg": "b"])) == ["kept 320 - 10x10"])
        #expect(try folder.names(in: "media/victim") == ["0.jpg"] && folder.names(in: "media").count == 2)
    }

    @Test func `files beside films are attributed to their film, and other files stay`() async throws {
        for name in ["a", "b"] { try folder.write([0], to: "media/\(name).mkv") }
        try folder.write([7], to: "media/a-320-10.bif")
        func emby(_ film: String, _ names: [String]) async throws -> [String] {
            let place = try MediaServerFolder(of: folder.path("media/\(film).mkv"), for: MediaServer.Target(.emby))
            return try await place.update(
                to: names.map { item($0, [$0: "bif of \(film)"], isFolder: false) }, isDryRun: false
            ).map { "\($0.action) \($0.name)" }
        }
        #expect(
            try await emby("a", ["a-320-10.bif", "a-160-10.bif"]) == ["kept a-320-10.bif", "written a-160-10.bif"])
        #expect(try await emby("b", ["b-320-10.bif"]) == ["written b-320-10.bif"])
        #expect(try await emby("b", ["b-320-5.bif"]) == ["written b-320-5.bif", "removed b-320-10.bif"])
        #expect(
            try folder.names(in: "media") == [
                ".a.mosaic.json", ".b.mosaic.json", "a-160-10.bif", "a-320-10.bif", "a.mkv", "b-320-5.bif", "b.mkv",
            ])
        #expect(try folder.read("media/a-320-10.bif") == [7])
    }

    @Test func `a folder that cannot be made is named`() async throws {
        try folder.write([1], to: "media/a.trickplay")
        let error = try await #require(throws: (any Error).self) {
            try await update(item("320 - 10x10", ["0.jpg": "a"]))
        }
        #expect("\(error)".hasPrefix("a.trickplay: The folder cannot be made: "), "\(error)")
    }
}
