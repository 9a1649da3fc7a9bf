import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

/// Which files are taken and which are still being written.
struct StableListingTests {
    private let folder = TemporaryFolder()
    private var source: Mosaic.ScreenshotSource { Mosaic.ScreenshotSource(folder: folder.path) }

    /// - Parameter age: Of the file when it is looked at, nanoseconds.
    private func arrived(_ bytes: [UInt8], age: Int64) async throws -> StableListing {
        try folder.write(bytes, to: "ch1_10s.jpg", modified: 1_000)
        return try await StableListing(from: FolderReader(source), now: 1_000_000_000_000 + age)
    }

    @Test(arguments: [
        (0 as Int64, true), (2_000_000_000, true), (2_000_000_001, false), (Int64.max / 2, false),
        (-2_000_000_000, true), (-2_000_000_001, false),
    ])
    func `half a picture that was written a moment ago has to rest`(age: Int64, isChanging: Bool) async throws {
        let whole = DrawnScreenshot(number: 1).encoded
        let arrived = try await arrived(Array(whole[..<(whole.count / 2)]), age: age)
        #expect(arrived.changing == (isChanging ? ["ch1_10s.jpg"] : []))
        #expect(arrived.listing.screenshots.count == (isChanging ? 0 : 1))
        #expect(arrived.fault == nil)
    }

    @Test(arguments: [DrawnScreenshot.Kind.yuv420, .progressive, .png])
    func `a whole picture is taken at once`(kind: DrawnScreenshot.Kind) async throws {
        #expect(try await arrived(DrawnScreenshot(number: 1, kind: kind).encoded, age: 0).changing.isEmpty)
    }

    @Test func `an empty file has to rest, too`() async throws {
        #expect(try await arrived([], age: 0).changing == ["ch1_10s.jpg"])
        #expect(try await arrived([0xD9], age: 0).changing == ["ch1_10s.jpg"])
    }

    @Test func `a missing folder is not an error, but an invalid source is`() async throws {
        var absent = source
        absent.folder += "/absent"
        let arrived = try await StableListing(from: FolderReader(absent))
        #expect(arrived.listing.screenshots.isEmpty && arrived.fault?.code == .notFound)
        try folder.write([1], to: "1.jpg")
        var wrong = source
        wrong.interval = .zero
        #expect(await failure { try await StableListing(from: FolderReader(wrong)) }?.code == .invalidSettings)
    }
}
