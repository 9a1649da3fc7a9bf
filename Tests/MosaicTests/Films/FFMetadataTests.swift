import Mosaic
import MosaicFixtures
import Testing
import WebVTT

struct FFMetadataTests {
    private func entries(_ text: String) throws -> [ChapterList.Entry] {
        try ChapterList(parsing: text, name: "film.txt").entries
    }

    /// Written by `ffmpeg -f ffmetadata`.
    private static let written = ##"""
        ;FFMETADATA1
        title=Film
        encoder=Lavf59.27.100
        [STREAM]
        title=Sound
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=10000
        title=One \= 1\; \#1 \\ two
        [CHAPTER]
        TIMEBASE=1/48000
        START=481000
        END=960000
        title=Two\
        lines
        [CHAPTER]
        START=20000000000
        END=30000000000
        """##

    @Test func `chapters with time bases and escaped titles`() throws {
        let entries = try entries(Self.written)
        #expect(entries.map(\.time.milliseconds) == [0, 10_021, 20_000])
        #expect(entries.map(\.title) == ["One = 1; #1 \\ two", "Two lines", nil])
        #expect(entries.map(\.line) == [6, 11, 17])
        #expect(try self.entries(Self.written.replacing("\n", with: "\r\n")).map(\.title) == entries.map(\.title))
    }

    @Test func `a text without chapters has no entries`() throws {
        #expect(try entries(";FFMETADATA1\ntitle=1:23\n").isEmpty)
    }

    @Test(
        arguments: [
            ("[CHAPTER]\ntitle=x", 2), ("[CHAPTER]\nSTART=x", 3), ("[CHAPTER]\nSTART=-1", 3),
            ("[CHAPTER]\nTIMEBASE=1/0\nSTART=1", 3), ("[CHAPTER]\nTIMEBASE=1000\nSTART=1", 3),
            ("[CHAPTER]\nTIMEBASE=-1/1000\nSTART=1", 3), ("[CHAPTER]\nSTART=99999999999999999999", 3),
            ("[CHAPTER]\nTIMEBASE=2147483647/1\nSTART=9223372036854775807", 2),
            ("[CHAPTER]\nSTART=1000000\n\n[CHAPTER]\nSTART=1000001", 5), ("[CHAPTER]\n[CHAPTER]\nSTART=0", 2),
        ])
    func `a bad chapter is named`(text: String, line: Int) {
        let error = failure { try entries(";FFMETADATA1\n" + text) }
        #expect(error?.code == .malformed)
        #expect(error?.subject == "film.txt:\(line)")
    }
}
