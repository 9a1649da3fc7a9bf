import Foundation
import Testing

extension BehaviourTests {
    /// The rules of `mosaic doctor` by their names, which never change.
    @Suite struct DoctorRuleTests {
        /// A cue of ten seconds.
        private static func cue(_ payload: String, from start: Int = 0, times: String? = nil) -> String {
            let times = times ?? "00:00:\(start + 10).000 --> 00:00:\(start + 20).000"
            return "\(times)\n\(payload)\n\n"
        }

        private static let first = "00:00:00.000 --> 00:00:10.000\na.jpg#xywh=0,0,4,3\n\n"

        /// Tracks with a fault each, by the name of the fault.
        private static let tracks: [(name: String, text: String)] = [
            ("nothing", ""), ("another file", "hello\n"), ("no cues", "WEBVTT\n"),
            ("byte order mark", "\u{FEFF}WEBVTT\n\n" + first), ("old line ends", "WEBVTT\r\r" + first),
            ("a title", "WEBVTT title\n\n" + first), ("no blank line", "WEBVTT\n" + first),
            ("payloads", "WEBVTT\n\n" + first + cue("") + cue("two\nlines", from: 10) + cue("Hello there!", from: 20)),
            ("units", "WEBVTT\n\n" + first + cue("a.jpg#xywh=pixel:0,0,4,3") + cue("a.jpg#xywh=1.5,0,4,3", from: 10)),
            ("fragments", "WEBVTT\n\n" + first + cue("a.jpg#xywh=0,0") + cue("a.jpg#xywh=0,0,0,0", from: 10)),
            ("no fragment", "WEBVTT\n\n" + first + cue("a.jpg") + cue("#xywh=0,0,4,3", from: 10)),
            ("two fragments", "WEBVTT\n\n" + first + cue("a.jpg#t=1&xywh=0,0,4,3")),
            (
                "URLs",
                "WEBVTT\n\n" + first + cue("/a//b.jpg#xywh=0,0,4,3") + cue("a.jpg?x=1&amp;y=2#xywh=0,0,4,3", from: 10)
            ),
            ("order", "WEBVTT\n\n" + cue("a.jpg#xywh=0,0,4,3", from: 20) + cue("a.jpg#xywh=4,0,4,3")),
            ("overlap", "WEBVTT\n\n" + first + cue("a.jpg#xywh=4,0,4,3", times: "00:00:05.000 --> 00:00:20.000")),
            ("zero length", "WEBVTT\n\n" + first + cue("a.jpg#xywh=4,0,4,3", times: "00:00:10.000 --> 00:00:10.000")),
            (
                "one second",
                "WEBVTT\n\n" + first + cue("a.jpg#xywh=4,0,4,3", times: "00:00:10.000 --> 00:00:10.400")
                    + cue("a.jpg#xywh=8,0,4,3", times: "00:00:10.400 --> 00:00:20.000")
            ),
            (
                "times",
                "WEBVTT\n\n" + first + cue("a.jpg#xywh=4,0,4,3", times: "0:10.000 --> 20.000")
                    + cue("a.jpg#xywh=8,0,4,3", times: "000:00:20.000 -> 00:00:30.000")
            ),
            ("minutes alone", "WEBVTT\n\n" + cue("a.jpg#xywh=0,0,4,3", times: "00:00.000 --> 00:10.000")),
            ("a late start", "WEBVTT\n\n" + cue("a.jpg#xywh=0,0,4,3", from: 10)),
            ("settings", "WEBVTT\n\n" + cue("a.jpg#xywh=0,0,4,3", times: "00:00:00.000 --> 00:00:10.000 align:start")),
            ("Mux", #"{"url": "a.jpg", "tile_width": 4, "tile_height": 3, "tiles": [{"start": 0, "x": 0, "y": 0}]}"#),
            (
                "Vidstack",
                #"{"url": "a.jpg", "tileWidth": 4, "tileHeight": 3, "tiles": [{"startTime": 0, "x": 0, "y": 0}]}"#
            ),
            ("a list", ##"[{"startTime": 0, "endTime": 5, "text": "a.jpg#xywh=0,0,4,3"}]"##), ("other JSON", "{}"),
        ]

        @Test func `each track has its findings`() throws {
            try Scene.play("doctor/rules") { scene in
                for (name, text) in Self.tracks {
                    try scene.workplace.write(text, to: "t.vtt")
                    let run = try scene.workplace.run(
                        ["doctor", "t.vtt", "--json", "--max-sheets", "0", "--strict", "--duration", "100"])
                    let report = try JSONValue(parsing: run.output)
                    scene.write("\(name): \(run.end), \(report["cues"] ?? .null) cues")
                    for finding in report["findings"]?.list ?? [] {
                        let facts = ["severity", "rule", "count", "line"].map { "\(finding[$0] ?? .null)" }
                        scene.write("  " + facts.joined(separator: " "))
                    }
                }
                scene.note("A record instead of a track")
                try scene.run("doctor", Repository.composedSample + "/mosaic.json", "--json")
            }
        }
    }
}
