import Foundation
import ScrubFixtures
import ScrubPreview

/// A film of twelve seconds on a server: three sheets of four tiles, tile n drawn from seed n.
struct ServedFilm {
    let files: ServedFiles
    let url: URL

    /// - Parameter sheets: Answers that take the place of the sheets'.
    init(sheets: [Int: [LoopbackAnswer]] = [:], isTiled: Bool = true) throws {
        var answers: [String: [LoopbackAnswer]] = [:]
        var payloads: [String] = []
        for sheet in 0..<3 {
            answers["/film/\(sheet).jpg"] = try sheets[sheet] ?? [LoopbackAnswer(Self.sheet(sheet))]
            payloads += (0..<4).map { "\(sheet).jpg#xywh=\($0 % 2 * 64),\($0 / 2 * 48),64,48" }
        }
        answers["/film/t.vtt"] = [LoopbackAnswer(writtenTrack(payloads))]
        files = try ServedFiles(turns: answers)
        url = try files.url("/film/t.vtt")
    }

    static func sheet(_ number: Int) throws -> [UInt8] {
        try DrawnSheet.sheet(seeds: number * 4..<number * 4 + 4, columns: 2)
    }

    /// Bytes of a sheet in memory: its file and twelve intervals.
    static func byteCount(_ number: Int) throws -> Int { try sheet(number).count + 12 * 16 }

    func count(ofSheet sheet: Int) -> Int { files.count(of: "/film/\(sheet).jpg") }
}
