import Foundation
import Testing
import TestSupport

@testable import TiledJPEG

/// Whether `ffmpeg` is on the search path; without it the suite is skipped.
private let ffmpeg: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(filePath: String($0)).appending(path: "ffmpeg") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

@Suite(.enabled(if: ffmpeg != nil, "ffmpeg is not installed"))
struct FFmpegTests {
    /// The error of ffmpeg when it decodes `jpeg` and stops at the first error; `nil` without one.
    func complaint(about jpeg: [UInt8]) throws -> String? {
        let file = FileManager.default.temporaryDirectory.appending(path: "sheet-\(UUID().uuidString).jpg")
        try Data(jpeg).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try FinishedProgram(
            ffmpeg?.path ?? "",
            ["-nostdin", "-v", "error", "-xerror", "-err_detect", "explode", "-i", file.path, "-f", "null", "-"])
        return run.status == 0 && run.errors.isEmpty ? nil : "status \(run.status ?? -1): \(run.errors)"
    }

    @Test(arguments: [(9, 3), (7, 7), (7, 3), (1, 1)])
    func `ffmpeg decodes a sheet without a word`(count: Int, columns: Int) throws {
        let tiles = try (0..<count).map { try EncodedTile(parsing: SyntheticPicture().encoded(seed: UInt64($0))) }
        #expect(try complaint(about: TiledSheet(assembling: tiles, columns: columns).encoded()) == nil)
    }

    @Test func `ffmpeg decodes a tile cut from a sheet without a word`() throws {
        let tiles = try (0..<9).map { try EncodedTile(parsing: SyntheticPicture().encoded(seed: UInt64($0))) }
        let grid = try RestartGrid(parsing: TiledSheet(assembling: tiles, columns: 3).encoded())
        #expect(try complaint(about: grid.extract(PixelRect(x: 64, y: 48, width: 60, height: 45))) == nil)
    }

    @Test func `ffmpeg notices a sheet whose size is wrong`() throws {
        let tiles = try (0..<4).map { try EncodedTile(parsing: SyntheticPicture().encoded(seed: UInt64($0))) }
        var surgery = JPEGSurgery(try TiledSheet(assembling: tiles, columns: 2).encoded())
        surgery.bytes[surgery.offset(of: 0xC0) + 8] += 48
        #expect(try complaint(about: surgery.bytes) != nil)
    }
}
