import Testing
import WebVTT

@testable import PlayerFormats

@Suite struct StoryboardJSONTests {
    private func cues(_ json: String) throws -> [Cue] {
        try StoryboardJSON.read(Array(json.utf8)).cues
    }

    private func cue(_ start: Int64, _ end: Timestamp, _ text: String) -> Cue {
        Cue(start: Timestamp(milliseconds: start), end: end, text: text)
    }

    @Test func `a storyboard in Mux's spelling is read`() throws {
        let json = """
            {"url": "https://image.example/s.jpg", "tile_width": 256, "tile_height": 160, "duration": 9.5,
             "tiles": [{"start": 0, "x": 0, "y": 0}, {"start": 4.0625, "x": 256, "y": 0}]}
            """
        #expect(
            try cues(json) == [
                cue(0, Timestamp(milliseconds: 4063), "https://image.example/s.jpg#xywh=0,0,256,160"),
                cue(4063, Timestamp(milliseconds: 9500), "https://image.example/s.jpg#xywh=256,0,256,160"),
            ])
    }

    @Test func `a storyboard in Vidstack's spelling is read, and its last tile never ends`() throws {
        let json = """
            {"url": "s.jpg", "tileWidth": 10, "tileHeight": 20.0, "tiles": [
              {"startTime": 5, "x": 10, "y": 0}, {"startTime": 0, "x": 0, "y": 0}, {"startTime": 5, "x": 0, "y": 0}]}
            """
        #expect(
            try cues(json) == [
                cue(5000, .latest, "s.jpg#xywh=10,0,10,20"),
                cue(0, Timestamp(milliseconds: 5000), "s.jpg#xywh=0,0,10,20"),
                cue(5000, .latest, "s.jpg#xywh=0,0,10,20"),
            ])
    }

    @Test func `a URL that each cue would repeat has a limit`() throws {
        let url = String(repeating: "a", count: 8 << 10)
        func json(_ url: String) -> String {
            "{\"url\": \"\(url)\", \"tileWidth\": 1, \"tileHeight\": 1, \"tiles\": [{\"start\": 0, \"x\": 0, \"y\": 0}]}"
        }
        #expect(try cues(json(url)).count == 1)
        #expect(throws: ThumbnailFormatError.self) { try cues(json(url + "a")) }
    }

    @Test func `a list of cues is read`() throws {
        let json = """
            [{"startTime": 0, "endTime": 1.5, "text": "a.jpg#xywh=0,0,1,1"}, {"startTime": 1.5, "text": "b.jpg"}]
            """
        #expect(
            try cues(json) == [
                cue(0, Timestamp(milliseconds: 1500), "a.jpg#xywh=0,0,1,1"), cue(1500, .latest, "b.jpg"),
            ])
    }

    @Test func `a list of pictures with their rectangles is read`() throws {
        let json = """
            [{"url": "s.jpg", "startTime": 5, "width": 10, "height": 20, "coords": {"x": 10, "y": 0}},
             {"url": "s.jpg", "startTime": 0, "width": 10, "height": 20},
             {"url": "t.jpg", "startTime": 8.5, "endTime": 9}, {"url": "u.jpg", "startTime": 12}]
            """
        #expect(
            try cues(json) == [
                cue(5000, Timestamp(milliseconds: 8500), "s.jpg#xywh=10,0,10,20"),
                cue(0, Timestamp(milliseconds: 5000), "s.jpg#xywh=0,0,10,20"),
                cue(8500, Timestamp(milliseconds: 9000), "t.jpg"), cue(12_000, .latest, "u.jpg"),
            ])
    }

    @Test(arguments: [
        "[{\"url\": \"a\"}]", "[{\"startTime\": 1}]",
        "[{\"url\": \"a\", \"startTime\": 1, \"coords\": {\"x\": 1, \"y\": 1}}]",
        "[{\"url\": \"a\", \"startTime\": 1, \"width\": 1.5, \"height\": 1}]",
        "[{\"url\": \"a\", \"startTime\": 1, \"width\": 5, \"height\": 5, \"coords\": {\"x\": -1, \"y\": 1}}]",
        "{}", "[1]", "[[]]", "{\"url\": 1}", "{", "[", "{\"url\":\"a\",\"tileWidth\":1,\"tileHeight\":1}",
        "{\"url\":\"a\",\"tileWidth\":1,\"tileHeight\":1,\"tiles\":[{\"startTime\":0,\"x\":-1,\"y\":0}]}",
        "{\"url\":\"a\",\"tileWidth\":1.5,\"tileHeight\":1,\"tiles\":[{\"startTime\":0,\"x\":1,\"y\":0}]}",
        "{\"url\":\"a\",\"tileWidth\":1e300,\"tileHeight\":1,\"tiles\":[{\"startTime\":0,\"x\":1,\"y\":0}]}",
        "[{\"startTime\": \"0\", \"text\": \"a\"}]",
    ])
    func `anything else is malformed`(json: String) {
        let error = #expect(throws: ThumbnailFormatError.self) { try cues(json) }
        #expect(error?.code == .malformed)
        #expect(error?.subject == "storyboard")
    }

    @Test func `times that no clock shows are clamped`() throws {
        let json = "[{\"startTime\": -5, \"endTime\": 1e300, \"text\": \"a\"}]"
        #expect(try cues(json) == [cue(0, .latest, "a")])
    }

    @Test func `deep nesting is an error and nothing worse`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: ThumbnailFormatError.self) { try cues(deep) }
    }
}
