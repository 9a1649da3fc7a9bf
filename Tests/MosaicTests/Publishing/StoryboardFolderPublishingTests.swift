import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicSystem

struct StoryboardFolderPublishingTests {
    private let folder = TemporaryFolder()
    private let day = 24 * 60 * 60

    private func publish(
        _ edition: Int, keepingOld: Int? = nil, now: Int = 1_000_000, withPreview: Bool = false,
        obstacle: () throws -> Void = {}
    ) async throws {
        try await Publisher(folder: folder.path, keepingOld: keepingOld ?? day).publish(
            DrawnStoryboard(edition: edition), now: now, withPreview: withPreview, obstacle: obstacle)
    }

    private func sheets(_ edition: Int) throws -> Set<String> {
        try Set(DrawnStoryboard(edition: edition).storyboard().sheets.map(\.name.rawValue))
    }

    private func names() throws -> Set<String> { try Set(folder.names()) }

    @Test func `a publication is its documents and its sheets`() async throws {
        try await publish(1)
        let drawing = DrawnStoryboard(edition: 1)
        let storyboard = try drawing.storyboard()
        #expect(try names() == sheets(1).union(["mosaic.json", "thumbnails.vtt"]))
        #expect(try folder.read("mosaic.json") == storyboard.record())
        #expect(try folder.read("thumbnails.vtt") == storyboard.trackDocument())
        for (sheet, bytes) in zip(storyboard.sheets, drawing.sheetBytes) {
            #expect(try folder.read(sheet.name.rawValue) == bytes)
        }
        #expect(try StoryboardFolder.storyboard(in: folder.path) == storyboard)
    }

    @Test func `publishing the same again touches nothing`() async throws {
        try await publish(1, withPreview: true)
        func inodes() throws -> [String: FileStatus?] {
            try Dictionary(uniqueKeysWithValues: folder.names().map { ($0, FileStatus(path: folder.path($0))) })
        }
        let before = try inodes()
        try await publish(1, now: 2_000_000, withPreview: true)
        #expect(try inodes() == before)
        try await publish(2, now: 2_000_000, withPreview: true)
        let waiting = try inodes()
        try await publish(2, now: 2_000_001, withPreview: true)
        #expect(try inodes() == waiting, "sheets that wait for their time change nothing either")
    }

    @Test func `a sheet with damaged bytes is written anew`() async throws {
        try await publish(1)
        let name = try #require(sheets(1).sorted().first)
        let bytes = try folder.read(name)
        try folder.write(bytes.map { $0 ^ 1 }, to: name)
        try await publish(1)
        #expect(try folder.read(name) == bytes)
    }

    // MARK: Old sheets

    @Test func `old sheets stay for their time and no longer`() async throws {
        try await publish(1, now: 1_000_000)
        try await publish(2, now: 2_000_000)
        #expect(try names().isSuperset(of: sheets(1).union(sheets(2))))
        try await publish(3, now: 2_000_000 + day - 1)
        #expect(try names().isSuperset(of: sheets(1).union(sheets(2)).union(sheets(3))))
        try await publish(3, now: 2_000_000 + day)
        #expect(try names().isDisjoint(with: sheets(1)))
        #expect(try names().isSuperset(of: sheets(2).union(sheets(3))))
        try await publish(3, now: 2_000_000 + 2 * day)
        #expect(try names() == sheets(3).union(["mosaic.json", "thumbnails.vtt"]), "the memory of them goes, too")
    }

    @Test func `with a time of 0 they go at once`() async throws {
        try await publish(1)
        try await publish(2, keepingOld: 0)
        #expect(try names() == sheets(2).union(["mosaic.json", "thumbnails.vtt"]))
    }

    @Test func `a sheet that is used again is not removed after its retention`() async throws {
        try await publish(1, now: 1_000_000)
        try await publish(2, now: 1_000_010)
        try await publish(1, now: 1_000_020)
        try await publish(1, now: 1_000_020 + 2 * day)
        #expect(try names() == sheets(1).union(["mosaic.json", "thumbnails.vtt"]))
        #expect(FolderWitness.firstFault(in: folder.path) == nil)
    }

    @Test func `only sheets of the storyboard are removed`() async throws {
        let foreign = "sheet-0.\(ContentHash(of: [7]).hexadecimal(bytes: 16)).jpg"
        let others = [foreign, "notes.txt", ".hidden", "ch1_0s.jpg", "preview.html", "storyboard.json"]
        for name in others { try folder.write([7], to: name) }
        try folder.makeFolder("folder")
        for edition in 1...3 { try await publish(edition, keepingOld: 0, now: 1_000_000 + edition) }
        #expect(try names() == sheets(3).union(others).union(["folder", "mosaic.json", "thumbnails.vtt"]))
        #expect(try others.allSatisfy { try folder.read($0) == [7] })
    }

    @Test func `an old preview page is removed with its publication, but a foreign page stays`() async throws {
        try await publish(1, withPreview: true)
        #expect(folder.holds("preview.html"))
        try await publish(2)
        #expect(!folder.holds("preview.html"))
        try folder.write(Array("<p>mine".utf8), to: "preview.html")
        try await publish(3)
        #expect(try folder.read("preview.html") == Array("<p>mine".utf8))
    }

    // MARK: Failures and kills

    /// A document that is published after the record.
    enum Step: String {
        case page = "preview.html"
        case track = "thumbnails.vtt"
    }

    /// Runs edition 2 over edition 1 and stops it by a folder in the way of a rename, as a kill does: nothing is tidied up.
    private func publishStopped(at step: Step) async throws {
        try await publish(1)
        let aside = folder.path + "-aside"
        let wasThere = folder.holds(step.rawValue)
        let error = await failure {
            try await publish(2, now: 1_000_010, withPreview: true) {
                if wasThere { try FileManager.default.moveItem(atPath: folder.path(step.rawValue), toPath: aside) }
                try folder.makeFolder(step.rawValue)
            }
        }
        #expect(error?.code == .unavailable)
        try folder.remove(step.rawValue)
        if wasThere { try FileManager.default.moveItem(atPath: aside, toPath: folder.path(step.rawValue)) }
    }

    @Test(arguments: [Step.page, .track])
    func `sheets that only the track still showed have their whole time after that`(step: Step) async throws {
        try await publishStopped(at: step)
        let later = 1_000_010 + 3 * day
        try await publish(2, now: later)
        #expect(try names().isSuperset(of: sheets(1)), "a player may have loaded the old track a moment ago")
        try await publish(2, now: later + day)
        #expect(try names().isDisjoint(with: sheets(1)))
    }

    @Test func `sheets of a run that was killed after its track have their time after their last use`() async throws {
        try await publish(1)
        // The memory as such a run leaves it: what it announced is in use, and has been for long.
        let journal = RetentionJournal(parsing: nil).announcing(
            try DrawnStoryboard().storyboard().sheets.map(\.name), at: Date(timeIntervalSince1970: 0))
        try folder.write(journal.encoded(), to: RetentionJournal.fileName)
        try await publish(2, now: 1_000_010)
        #expect(try names().isSuperset(of: sheets(1)))
    }

    @Test func `a first publication that was killed leaves nothing that a later one does not remove`() async throws {
        let track = "thumbnails.vtt"
        #expect(await failure { try await publish(1) { try folder.makeFolder(track) } }?.code == .unavailable)
        try folder.remove(track)
        try await publish(2, keepingOld: 0)
        #expect(try names() == sheets(2).union(["mosaic.json", track]))
    }

    // MARK: A full disk

    // A disk of its own takes a mount, which takes root.
    @Test(.enabled(if: SmallDisk.isAvailable, "a tmpfs cannot be mounted here"))
    func `a full disk leaves the old publication and no litter`() async throws {
        let disk = try SmallDisk(at: folder.makeFolder("disk"), bytes: 256 << 10)
        let publisher = Publisher(folder: disk.path)
        try await publisher.publish(DrawnStoryboard(edition: 1))
        let before = try folder.contents(of: "disk")
        let large = DrawnStoryboard(times: (0..<2_000).map { Int64($0) * 1_000 }, edition: 2)
        let storyboard = try large.storyboard()
        let opened = try StoryboardFolder(path: disk.path, for: storyboard.id)
        let error = await failure {
            var staged: [StagedObject] = []
            for (sheet, bytes) in zip(storyboard.sheets, large.sheetBytes) {
                if let object = try await opened.place.stage(sheet, bytes: bytes) { staged.append(object) }
            }
            try await opened.place.publish(storyboard, sheets: staged, keepingOld: 0, now: Date())
        }
        #expect(error?.code == .unavailable)
        #expect(error?.reason.contains("the disk is full") == true, "\(String(describing: error))")
        opened.abandon()
        #expect(try folder.contents(of: "disk") == before)
    }
}
