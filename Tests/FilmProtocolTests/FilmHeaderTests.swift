import FilmProtocol
import Foundation
import Testing

@Suite struct FilmHeaderTests {
    private let header = FilmHeader(
        container: "mp4", codec: "h264", codedWidth: 720, codedHeight: 576, width: 1_024, height: 576,
        sampleAspect: [64, 45], rotation: 0, transfer: .hlg, duration: 20_000_000,
        chapters: [
            FilmHeader.Chapter(start: 0, title: nil), FilmHeader.Chapter(start: 5, title: "Zwei\n"),
            FilmHeader.Chapter(start: 6, title: "Drei", titles: [.init(language: "ger", text: "Drei")]),
        ],
        remarks: ["One."])

    @Test func `a header is read as it was written`() throws {
        #expect(try JSONDecoder().decode(FilmHeader.self, from: JSONEncoder().encode(header)) == header)
        var unknown = header
        unknown.duration = nil
        #expect(try JSONDecoder().decode(FilmHeader.self, from: JSONEncoder().encode(unknown)) == unknown)
    }

    @Test func `the names of its keys are settled`() throws {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(header)) as? [String: Any]
        #expect(
            Set(object.map(\.keys) ?? [:].keys) == [
                "container", "codec", "width", "height", "rotation", "transfer", "chapters", "remarks", "coded_width",
                "coded_height", "sample_aspect", "duration_us",
            ])
        let chapters = object?["chapters"] as? [[String: Any]]
        #expect(
            chapters?.map { Set($0.keys) } == [["start_us"], ["start_us", "title"], ["start_us", "title", "titles"]])
    }

    @Test func `a long reason is cut, and read again`() throws {
        let reason = String(repeating: "Ä", count: FilmFailure.longestReason)
        var stream = RecordStream(FilmRecord.failure(FilmFailure(.damaged, reason)).bytes)
        guard case .failure(let failure) = try stream.next() else {
            Issue.record("no failure")
            return
        }
        #expect(failure.code == .damaged && failure.reason.utf8.count == FilmFailure.longestReason)
        #expect(failure.reason.allSatisfy { $0 == "Ä" })
    }
}
