import Testing
import WebVTT

@testable import Mosaic

struct FilmTimesTests {
    private func times(
        _ milliseconds: Int64?, _ request: FilmTimes.Request = .suitable, _ options: FilmOptions = FilmOptions()
    ) throws -> FilmTimes {
        try FilmTimes(of: "film.mp4", length: milliseconds.map(Timestamp.init(milliseconds:)), request, options)
    }

    @Test(
        arguments: [
            (0, 1, 1_000), (1, 1, 1_000), (40, 1, 1_000), (1_000, 1, 1_000), (5_080, 5, 1_000), (19_999, 20, 1_000),
            (20_000, 20, 1_000), (20_016, 20, 1_001), (60_000, 20, 3_000), (199_999, 20, 10_000),
            (200_000, 20, 10_000), (600_480, 60, 10_000), (7_200_000, 720, 10_000), (7_200_001, 720, 10_001),
            (95_434_000, 720, 132_548), (1 << 53, 720, 12_509_998_964_919),
        ] as [(Int64, Int, Int64)])
    func `by default a tile is 10 s, but there are 20 at least and 720 at most`(
        length: Int64, count: Int, spacing: Int64
    ) throws {
        let times = try times(length)
        #expect(times.moments.count == count)
        #expect(times.spacing?.milliseconds == spacing)
        #expect(times.moments.map(\.time.milliseconds) == (0..<Int64(count)).map { $0 * spacing })
        #expect(length == 0 || times.moments.allSatisfy { $0.time.milliseconds < length })
    }

    @Test func `every length has as many tiles as promised`() throws {
        for length in Swift.stride(from: Int64(20_000), through: 300_000, by: 7) {
            let count = try times(length).moments.count
            #expect((20...31).contains(count), "\(length)")
        }
    }

    @Test func `a count is met exactly, as far as there are milliseconds`() throws {
        let seven = try times(20_016, .count(7))
        #expect(seven.moments.map(\.time.milliseconds) == [0, 2_859, 5_718, 8_578, 11_437, 14_297, 17_156])
        #expect(try times(5, .count(100)).moments.map(\.time.milliseconds) == [0, 1, 2, 3, 4])
        #expect(try times(1 << 53, .count(10_000)).moments.count == 10_000)
        for count in [0, -1, 10_001] {
            #expect(throws: MosaicError.self) { try times(20_000, .count(count)) }
        }
    }

    @Test func `an interval begins at its start, and too many tiles are spread further, which is said`() throws {
        let start = Timestamp(milliseconds: 2_500)
        let usual = try times(30_000, .interval(Timestamp(milliseconds: 10_000), from: start))
        #expect(usual.moments.map(\.time.milliseconds) == [2_500, 12_500, 22_500] && usual.remarks.isEmpty)
        let dense = try times(3_600_000, .interval(Timestamp(milliseconds: 1), from: .zero))
        #expect(dense.moments.count == 10_000 && dense.spacing?.milliseconds == 360)
        #expect(dense.remarks.first?.contains("0.36 s instead of 0.001 s") == true)
        #expect(throws: MosaicError.self) { try times(30_000, .interval(.zero, from: .zero)) }
        #expect(throws: MosaicError.self) { try times(2_500, .interval(start, from: start)) }
    }

    @Test func `a part of a film is not called the film`() throws {
        func remark(isShortened: Bool) throws -> String? {
            let length = Timestamp(milliseconds: 60_000)
            return try FilmTimes(of: "film.mp4", length: length, .count(6), isShortened: isShortened).remarks.first
        }
        #expect(
            try remark(isShortened: true)
                == "The part from 00:00:00.000 to 00:01:00.000 is 00:01:00.000 long: 6 tiles, one every 10 s.")
        #expect(try remark(isShortened: false) == "The film is 00:01:00.000 long: 6 tiles, one every 10 s.")
    }

    @Test func `an end at the start leaves nothing of a film`() {
        var options = FilmOptions()
        options.end = .part(0)
        #expect(throws: MosaicError(.invalidSettings, "end", "It leaves no part of the film; take a later end.")) {
            try times(60_000, .suitable, options)
        }
    }

    @Test func `no tile stands for a remainder of a few milliseconds`() throws {
        let five = FilmTimes.Request.interval(Timestamp(milliseconds: 5_000), from: .zero)
        #expect(try times(600_004, five).moments.count == 120)
        #expect(try times(600_050, five).moments.count == 120 && times(600_051, five).moments.count == 121)
        let dense = FilmTimes.Request.interval(Timestamp(milliseconds: 40), from: .zero)
        #expect(try times(403, dense).moments.count == 10 && times(405, dense).moments.count == 11)
    }

    @Test func `frames are taken from a part of the film alone`() throws {
        var options = FilmOptions()
        options.start = FilmPosition(percent: "10%")
        options.end = .time(Timestamp(milliseconds: 70_000))
        let counted = try times(100_000, .count(3), options)
        #expect(counted.moments.map(\.time.milliseconds) == [10_000, 30_000, 50_000])
        #expect(
            counted.remarks == [
                "The part from 00:00:10.000 to 00:01:10.000 is 00:01:00.000 long: 3 tiles, one every 20 s."
            ])
        let spaced = try times(100_000, .interval(Timestamp(milliseconds: 25_000), from: .zero), options)
        #expect(spaced.moments.map(\.time.milliseconds) == [10_000, 35_000, 60_000])
        let listed = [5, 10, 69, 70].map { FilmTimes.Moment(time: Timestamp(milliseconds: $0 * 1_000)) }
        #expect(try times(100_000, .listed(listed), options).moments.map(\.time.milliseconds) == [10_000, 69_000])
        options.start = .time(Timestamp(milliseconds: 70_000))
        #expect(throws: MosaicError.self) { try times(100_000, .count(3), options) }
    }

    @Test func `an interval and an end that are longer than the film are remarked on`() throws {
        let hour = Timestamp(milliseconds: 3_600_000)
        #expect(
            try times(120_000, .interval(hour, from: .zero)).remarks == [
                "There is one tile, because the interval, 01:00:00.000, is longer than the 00:02:00.000 that are left of the "
                    + "film; a shorter one makes more tiles."
            ])
        #expect(try times(120_000, .interval(Timestamp(milliseconds: 120_000), from: .zero)).remarks.isEmpty)
        var options = FilmOptions()
        options.end = .time(hour)
        #expect(
            try times(120_000, .count(1), options).remarks == [
                "The given end, 01:00:00.000, is past the film's end, 00:02:00.000."
            ])
        options.end = .time(Timestamp(milliseconds: 121_000))
        #expect(try times(120_000, .count(1), options).remarks.isEmpty)
    }

    @Test func `a start after the end is answered by both as they are given`() {
        var options = FilmOptions()
        options.start = .time(Timestamp(milliseconds: 180_000))
        func fault() -> String? {
            do { _ = try times(120_000, .count(3), options) } catch { return (error as? MosaicError)?.reason }
            return nil
        }
        #expect(fault() == "00:03:00.000 is not before the film's end, 00:02:00.000; take an earlier start.")
        options.start = .part(90_000)
        options.end = .part(12_500)
        #expect(fault() == "90% (00:01:48.000) is not before the end, 12.5% (00:00:15.000); take an earlier start.")
    }

    @Test func `chapters are skipped by words in their titles`() throws {
        let chapters = [(0, "Intro"), (20, "One"), (60, "Two"), (90, "End Credits")].map {
            FilmTimes.Moment(time: Timestamp(milliseconds: $0 * 1_000), title: $1, chapter: 1)
        }
        func starts(_ request: FilmTimes.Request, skipping words: String...) throws -> [Int64] {
            var options = FilmOptions()
            options.skippedChapters = words
            return try FilmTimes(
                of: "film.mp4", length: Timestamp(milliseconds: 100_000), request, options, chapters: chapters
            ).moments.map(\.time.milliseconds)
        }
        #expect(try starts(.count(2), skipping: "intro", "credits") == [20_000, 55_000])
        #expect(try starts(.count(3), skipping: "two") == [0, 23_333, 46_666])
        #expect(try starts(.listed(chapters), skipping: "INTRO") == [20_000, 60_000, 90_000])
        #expect(throws: MosaicError.self) { try starts(.count(2), skipping: "three") }
        #expect(throws: MosaicError.self) { try starts(.count(2), skipping: "o", "n", "t") }
    }

    @Test(arguments: [("25%", 25_000), ("12.5%", 12_500), ("100%", 100_000), ("0%", 0)] as [(String, Int64)])
    func `a per cent is a part of the length`(text: String, part: Int64) {
        #expect(FilmPosition(percent: text) == .part(part))
    }

    @Test(arguments: ["101%", "-1%", "%", "5", "1e1%", "5 %", "0x1%"])
    func `another text is not a per cent`(text: String) {
        #expect(FilmPosition(percent: text) == nil)
    }

    @Test func `without a length only lists work`() throws {
        #expect(throws: MosaicError.self) { try times(nil) }
        #expect(throws: MosaicError.self) { try times(nil, .count(3)) }
        let moment = FilmTimes.Moment(time: Timestamp(milliseconds: 7))
        #expect(try times(nil, .listed([moment])).moments == [moment])
        #expect(throws: MosaicError.self) { try times(7, .listed([moment])) }
        #expect(throws: MosaicError.self) { try times(7, .listed([])) }
        #expect(throws: MosaicError.self) { try times(7, .listed(Array(repeating: moment, count: 100_001))) }
    }

    @Test func `listed times are sorted, and equal times keep their order`() throws {
        let moments = [(9, "c"), (3, "a"), (3, "b"), (20, "d")].map {
            FilmTimes.Moment(time: Timestamp(milliseconds: $0), title: $1)
        }
        let times = try times(20, .listed(moments))
        #expect(times.moments.map(\.title) == ["a", "b", "c"] && times.pastEnd.map(\.title) == ["d"])
    }

    @Test func `frames are exact for lists and short films, otherwise key frames, or as requested`() throws {
        let list = FilmTimes.Request.listed([FilmTimes.Moment(time: .zero)])
        var options = FilmOptions()
        #expect(try times(119_999).choice == .exact && times(120_000).choice == .keyOnce)
        #expect(try times(7_200_000, list).choice == .exact && times(7_200_000, .count(3)).choice == .keyOnce)
        options.exactness = .never
        #expect(try times(7_200_000, list, options).choice == .key)
        options.exactness = .always
        #expect(try times(7_200_000, .suitable, options).choice == .exact)
    }

    @Test func `a replacement of a blank frame lies at most half way to the neighbours`() throws {
        let moments = [0, 4, 24, 60].map { FilmTimes.Moment(time: Timestamp(milliseconds: $0 * 1_000)) }
        var options = FilmOptions()
        let selections = try (0..<4).map { try times(90_000, .listed(moments), options).selection(at: $0) }
        #expect(selections.map(\.reach.milliseconds) == [2_000, 2_000, 5_000, 5_000])
        #expect(selections.map(\.description)[1] == "exact within 2000")
        #expect(try times(90_000, .count(1)).selection(at: 0).reach.milliseconds == 5_000)
        for exactness in [FilmOptions.Exactness.always, .auto] {
            options.exactness = exactness
            options.avoidsBlank = exactness == .always
            #expect(try times(90_000, .listed(moments), options).selection(at: 2).description == "exact")
        }
    }

    @Test func `only where key frames are shared out their choice depends on the spacing`() throws {
        #expect(try times(600_000).selection(at: 1).description == "key_once after 0 within 5000 every 10000")
        #expect(try times(90_000, .count(9)).selection(at: 1).description == "exact within 5000")
        var options = FilmOptions()
        options.exactness = .never
        #expect(try times(180_000, .suitable, options).selection(at: 1).description == "key within 4500")
    }

    @Test func `the last tile repeats a key frame where nearly nothing is left of the film`() throws {
        let request = FilmTimes.Request.interval(Timestamp(milliseconds: 10_000), from: .zero)
        let short = try times(600_452, request)
        #expect(short.selection(at: 59).description == "key_once after 580000 within 5000 every 10000")
        #expect(short.selection(at: 60).description == "key within 5000 every 10000")
        #expect(try times(601_000, request).selection(at: 60).choice == .keyOnce)
        // Frames that are near each other cost little, and show that time goes on.
        let dense = FilmTimes.Request.interval(Timestamp(milliseconds: 5_000), from: .zero)
        #expect(try times(600_100, dense).selection(at: 120).choice == .keyOnce)
        #expect(try times(600_452, .count(60)).selection(at: 59).choice == .keyOnce)
    }

    @Test func `a whole key frame stands in for a damaged frame up to the next time`() throws {
        let moments = [0, 4_000, 30_000, 50_000].map { FilmTimes.Moment(time: Timestamp(milliseconds: $0)) }
        let listed = try times(90_000, .listed(moments))
        #expect((0..<4).map { listed.selection(at: $0).room.milliseconds } == [4_000, 10_000, 10_000, 10_000])
        #expect(try times(600_000, .count(5)).selection(at: 4).room.milliseconds == 120_000)
    }

    @Test func `all tiles of a spread have the same reach`() throws {
        let spread = try times(600_452, .count(97))
        #expect(Set((0..<97).map { spread.selection(at: $0).reach }).count == 1)
    }

    @Test func `times are written without zeros at their end`() {
        #expect(
            [0, 83_500, 1_001, 90, 7_000].map { Timestamp(milliseconds: $0).shortSeconds } == [
                "0", "83.5", "1.001", "0.09", "7",
            ])
    }
}
