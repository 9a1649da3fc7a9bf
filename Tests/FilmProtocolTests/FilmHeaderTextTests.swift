import FilmProtocol
import Foundation
import Testing

@Suite struct FilmHeaderTextTests {
    private let header = FilmHeader(
        container: "mp4", codec: "h264", codedWidth: 720, codedHeight: 576, width: 576, height: 1024,
        sampleAspect: [64, 45], rotation: 270, transfer: .hlg, duration: 1_234_567_890_123,
        chapters: [
            FilmHeader.Chapter(start: 0, title: "Say \"no\" \\ to / tabs\t,\r\n\u{0}\u{1f}\u{7f}"),
            FilmHeader.Chapter(start: -5, title: nil),
            FilmHeader.Chapter(
                start: 9, title: "Łódź 映画 🎬",
                titles: [.init(language: "pol", text: "Łódź 映画 🎬"), .init(language: "de", text: "\"Lodz\"")]),
        ], remarks: ["The file ends at 12 s of 20 s.", ""])

    @Test func `Foundation reads the text written by hand`() throws {
        #expect(try JSONDecoder().decode(FilmHeader.self, from: Data(header.text)) == header)
    }

    @Test func `a film without chapters, remarks and duration has a text too`() throws {
        var bare = header
        bare.duration = nil
        bare.chapters = []
        bare.remarks = []
        #expect(try JSONDecoder().decode(FilmHeader.self, from: Data(bare.text)) == bare)
    }

    @Test func `the text equals Foundation's except for the order of members`() throws {
        let theirs = try JSONSerialization.jsonObject(with: JSONEncoder().encode(header)) as? NSDictionary
        let ours = try JSONSerialization.jsonObject(with: Data(header.text)) as? NSDictionary
        #expect(ours != nil)
        #expect(ours == theirs)
    }
}
