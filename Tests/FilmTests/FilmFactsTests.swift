import FilmFixtures
import FilmProtocol
import Testing

/// The facts of the header: containers, codecs, length.
@Suite(.enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct FilmFactsTests {
    private func header(of film: Film) throws -> FilmHeader {
        let child = try FilmChild(film: film.path())
        defer { _ = child.end() }
        return try child.header()
    }

    @Test func `codecs have their common names`() throws {
        let films: [(Film, String)] = [
            (.closed, "h264"), (.hevcCRA, "hevc"), (.vp9, "vp9"), (.av1, "av1"), (.mpeg2, "mpeg2video"),
        ]
        for (film, codec) in films { #expect(try header(of: film).codec == codec) }
    }

    @Test(arguments: [Film.chaptersInDisorder, .chaptersAtEnd])
    func `chapters are in order, without those that are hidden or disabled`(_ film: Film) throws {
        let chapters = try header(of: film).chapters
        #expect(chapters.map(\.title) == ["First", "Second", "Third"])
        #expect(chapters.map(\.start) == [0, 2_000_000, 12_000_000])
        #expect(
            chapters.map(\.titles) == [
                nil, nil, [.init(language: "eng", text: "Third"), .init(language: "ger", text: "Drittes")],
            ])
    }

    @Test func `chapters come from the default edition that is not hidden`() throws {
        let chapters = try header(of: .chaptersInEditions).chapters
        #expect(chapters.map(\.title) == ["One", "Two"])
        #expect(chapters.map(\.start) == [1_000_000, 9_000_000])
    }

    @Test func `a film lasts as long as its pictures`() throws {
        let films: [Film] = [
            .closed, .closedInMatroska, .closedInTS, .fragmented, .startingLate, .wrapping, .mpeg2, .vp9,
        ]
        for film in films {
            let header = try header(of: film)
            let duration = try #require(header.duration, "\(film)")
            #expect(abs(duration - 20_000_000) < 200_000, "\(film): \(duration)")
            #expect(header.width == 320 && header.height == 180 && header.sampleAspect == [1, 1], "\(film)")
        }
        let late = try header(of: .pictureLate).duration ?? 0
        #expect(abs(late - 25_000_000) < 200_000, "\(late)")
        let cut = try header(of: .cut).duration ?? 0
        #expect(abs(cut - 16_600_000) < 200_000, "\(cut)")
    }

    @Test func `a header's length is not believed where the pictures end long before`() throws {
        let reading = try FilmReading(
            Film.soundLonger.path(), .key, at: stride(from: 0, to: 20_000_000, by: 1_000_000).map { $0 })
        #expect(reading.numbers()[0] == 0)
        #expect(reading.ending.status == 0)
        // A picture that stays is told as such; none is made up.
        #expect(reading.pictures.dropFirst().allSatisfy { $0.outcome != .shown && $0.planes.isEmpty })
    }

    @Test func `a film without length ends`() throws {
        let header = try header(of: .unindexed)
        if let duration = header.duration { #expect(abs(duration - 20_000_000) < 200_000) }
        let reading = try FilmReading(Film.unindexed.path(), .key, at: [0, 19_000_000, 21_000_000, 3_600_000_000])
        #expect(Array(reading.numbers().prefix(2)) == [0, 450])
        #expect(reading.pictures.dropFirst(2).allSatisfy { $0.outcome == .afterEnd || $0.outcome == .same })
    }
}
