import Foundation
import Testing

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
        let process = Process()
        process.executableURL = ffmpeg
        process.arguments = [
            "-nostdin", "-v", "error", "-xerror", "-err_detect", "explode", "-i", file.path, "-f", "null", "-",
        ]
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 && said.isEmpty ? nil : "status \(process.terminationStatus): \(said)"
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
