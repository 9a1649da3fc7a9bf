import Testing

extension BehaviourTests {
    /// `mosaic doctor`.
    @Suite struct DoctorTests {
        /// Line ends, an identifier, a decimal comma, a gap, a fragment in percent and an absolute path.
        private static let sick =
            "WEBVTT\r\n\r\n1\r\n00:00.000 --> 00:10,000\r\nthumb.jpg#xywh=0,0,10,10\r\n\r\n"
            + "00:20.000 --> 00:30.000\r\n/films/one/b.jpg#xywh=percent:0,0,50,50\r\n"

        @Test func `reports faults that break players with rules and lines`() throws {
            try Scene.play("doctor/sick") { scene in
                try scene.workplace.write(Self.sick, to: "sick.vtt")
                try scene.run("doctor", "sick.vtt", "--json")
                try scene.run("doctor", "sick.vtt", "--json", "--max-sheets", "0", "--strict", "--duration", "60")
                scene.words = ["line-ends", "decimal-commas", "identifiers", "missing-sheets", "percent-units"]
                try scene.run("doctor", "sick.vtt", "--max-sheets", "0")
            }
        }

        @Test func `a repaired track has the faults no more that can be mended`() throws {
            try Scene.play("doctor/repair") { scene in
                scene.words = ["percent-units", "root-absolute-urls"]
                try scene.workplace.write(Self.sick, to: "sick.vtt")
                let arguments = ["doctor", "sick.vtt", "--max-sheets", "0", "--repair", "-o", "mended.vtt", "--json"]
                try scene.run(arguments)
                try scene.text("mended.vtt")
                try scene.run(arguments + ["--track-url", "https://cdn.example/films/one/t.vtt"])
                try scene.text("mended.vtt")
                try scene.run("doctor", "mended.vtt", "--max-sheets", "0", "--json")
            }
        }

        @Test func `finds no fault in composed storyboards`() throws {
            try Scene.play("doctor/healthy") { scene in
                try scene.run("doctor", Repository.composedSample + "/thumbnails.vtt", "--strict", "--json")
                try scene.run("doctor", Repository.composedSample + "/thumbnails.vtt")
                try scene.workplace.draw(1...5)
                for options in [[], ["--format", "png"], ["--max-cues", "3"], ["--duration", "200"]] {
                    try scene.run(["compose", "shots", "-o", "out", "--width", "40", "--quiet"] + options)
                    try scene.run("doctor", "out/thumbnails.vtt", "--strict", "--json")
                }
            }
        }

        @Test func `a served track is fetched with its sheets`() throws {
            try Scene.play("doctor/served") { scene in
                try scene.workplace.draw(1...2)
                try scene.run("compose", "shots", "-o", "out", "--id", "film", "--width", "40", "--quiet")
                let served = try ServedScene(scene, "out")
                let track = "http://127.0.0.1:\(try #require(scene.port))/storyboards/film/thumbnails.vtt"
                try scene.run("doctor", track, "--json", "--strict")
                try scene.run("doctor", track + "x", "--json")
                try scene.run("doctor", track, "--json", "--public-hosts-only")
                try served.stop()
            }
        }

        @Test func `the exit status separates a wrong call, wrong data and missing data`() throws {
            try Scene.play("doctor/refusals") { scene in
                try scene.workplace.write("hello\n", to: "text.txt")
                for arguments in [
                    [], ["text.txt", "--repair"], ["text.txt", "-o", "x"], ["text.txt", "--max-sheets", "-1"],
                    ["ftp://x/y"], ["file:///y"], ["absent.vtt"], ["."], ["http://127.0.0.1:1/t.vtt"], ["text.txt"],
                    ["text.txt", "--duration", "long"], ["http://["], ["c:/absent.vtt"],
                    ["text.txt", "--repair", "-o", "mended.vtt", "--track-url", "/films/one/t.vtt"],
                    ["text.txt", "--json"], ["text.txt", "--repair", "-o", "mended.vtt", "--json"],
                ] {
                    try scene.run(["doctor"] + arguments)
                }
                #expect(!scene.workplace.holds("mended.vtt"))
            }
        }
    }
}
