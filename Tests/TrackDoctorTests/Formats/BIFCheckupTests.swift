import PlayerFormats
import Testing
import TiledJPEG
import WebVTT

@testable import TrackDoctor

struct BIFCheckupTests {
    /// The beginning of a JPEG of some size, enough for its header.
    private static func jpeg(_ width: UInt8, _ height: UInt8) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, height, 0, width, 1, 1, 0x11, 0, 0xFF, 0xD9]
    }

    private func file(_ times: [Int64], _ pictures: [[UInt8]]) throws -> [UInt8] {
        try BIFFile.serialized(zip(times, pictures).map { (Timestamp(milliseconds: $0), $1) })
    }

    @Test func `a file of JPEG in one size is in good health`() async throws {
        let bytes = try file([0, 4000, 397_000], Array(repeating: Self.jpeg(160, 90), count: 3))
        let checkup = try await checkup(bytes, name: "index-sd.bif")
        #expect(checkup.found == [])
        #expect((checkup.cueCount, checkup.sheetCount) == (3, 0))
        #expect(checkup.readers?.hasPrefix("Roku") == true)
        #expect(checkup.repaired == nil)
    }

    @Test func `pictures and times that players fail on are found`() async throws {
        let other = try file([0, 1000], [Self.jpeg(160, 90), pngHeader(160, 90)])
        #expect(try await checkup(other).found == ["image-format"])
        let mixed = try file([0, 1000], [Self.jpeg(160, 90), Self.jpeg(90, 160)])
        #expect(try await checkup(mixed).found == ["image-sizes"])
        let late = try file([1000, 5000], [Self.jpeg(160, 90), Self.jpeg(160, 90)])
        #expect(
            try await checkup(late, duration: Timestamp(milliseconds: 5000)).found == [
                "first-image", "images-past-the-end",
            ])
        #expect(try await checkup(try file([], [])).found == ["no-images"])
    }

    @Test(arguments: [
        ("Film-320-10.bif", [0, 10_000, 20_000], []), ("Film-320-5.bif", [0, 10_000, 20_000], ["interval-in-name"]),
        ("A - B-320-10.BIF", [0, 4_000], ["interval-in-name"]), ("index-sd.bif", [0, 4_000, 397_000], []),
        ("Film-2001-x-0.bif", [0, 4_000], []), ("-.bif", [0], []),
    ])
    func `an interval in the name has to equal the interval of the times`(
        _ name: String, times: [Int64], found: [String]
    ) async throws {
        let bytes = try file(times, Array(repeating: Self.jpeg(160, 90), count: times.count))
        #expect(try await checkup(bytes, name: name).found == found)
    }

    @Test func `a file that was cut is found`() async throws {
        let bytes = try file([0, 1000], [Self.jpeg(160, 90), Self.jpeg(160, 90)])
        #expect(try await checkup(bytes.dropLast(3).map(\.self)).found == ["unreadable-bif"])
        #expect(try await checkup(Array(bytes.prefix(20))).found == ["unreadable-bif"])
    }
}
