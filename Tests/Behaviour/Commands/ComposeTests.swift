import Foundation
import Testing

extension BehaviourTests {
    /// Output and files of `mosaic compose`.
    @Suite struct ComposeTests {
        @Test func `the sample story becomes the sheets of the README`() throws {
            try Scene.play("compose/sample") { scene in
                try scene.run("compose", Repository.sample, "-o", "out", "--preview", "--json")
                try scene.files(in: "out")
                try scene.text("out/thumbnails.vtt")
                for name in try TrackFile(in: "out", of: scene.workplace).sheets + ["thumbnails.vtt"] {
                    let composed = try Data(contentsOf: URL(filePath: Repository.composedSample + "/\(name)"))
                    #expect(try scene.workplace.read("out/\(name)") == composed, "\(name)")
                }
            }
        }

        @Test func `screenshots become sheets, a record and a track`() throws {
            try Scene.play("compose/jpeg") { scene in
                try scene.workplace.draw(1...6)
                let arguments = ["compose", "shots", "-o", "out", "--width", "40", "--grid", "2x2"]
                try scene.run(arguments)
                try scene.files(in: "out")
                try scene.text("out/thumbnails.vtt")
                try scene.document("out/mosaic.json")
                scene.note("Again, and nothing has changed")
                try scene.run(arguments + ["--json"])
                scene.note("With what the record says of the film, and quietly")
                try scene.run(arguments + ["--id", "film", "--title", "A film", "--duration", "61.5", "--quiet"])
                try scene.document("out/mosaic.json")
                try scene.files(in: "out")
            }
        }

        @Test func `sheets may be PNG, and screenshots, too`() throws {
            try Scene.play("compose/png") { scene in
                for number in 1...3 {
                    try scene.workplace.write(
                        DrawnPicture(number: number).png, to: "shots/ch\(number)_\(10 * number)s.png")
                }
                try scene.run("compose", "shots", "-o", "png", "--width", "40", "--format", "png", "--json")
                try scene.files(in: "png")
                try scene.text("png/thumbnails.vtt")
                try scene.run("compose", "shots", "-o", "jpeg", "--width", "40", "--json")
                try scene.files(in: "jpeg")
            }
        }

        @Test func `a preview is a page beside the track`() throws {
            try Scene.play("compose/preview") { scene in
                try scene.workplace.draw(1...2)
                try scene.run("compose", "shots", "-o", "out", "--preview", "--width", "40")
                try scene.files(in: "out")
                let page = try scene.workplace.text("out/preview.html")
                let sheets = try scene.workplace.files(below: "out").filter { $0.hasPrefix("sheet-") }
                #expect(sheets.count == 1 && page.contains(sheets[0]) && page.hasPrefix("<!"))
            }
        }

        @Test func `URLs in a track may be absolute, and cues fewer than tiles`() throws {
            try Scene.play("compose/track") { scene in
                try scene.workplace.draw(1...5)
                let arguments = ["compose", "shots", "-o", "out", "--width", "40"]
                try scene.run(arguments + ["--base-url", "https://cdn.example/film/", "--duration", "00:01:00.500"])
                try scene.text("out/thumbnails.vtt")
                scene.note("A slash at its end is added, older names of flags are taken")
                try scene.run(
                    arguments + ["--base-url", "https://cdn.example/film", "--max-cues", "2", "--jobs", "1", "--json"])
                try scene.text("out/thumbnails.vtt")
                scene.note("The first cue begins where its screenshot is from")
                try scene.run(arguments + ["--exact-start", "--max-cues", "3", "-j", "1", "-q"])
                try scene.text("out/thumbnails.vtt")
                try scene.document("out/mosaic.json", members: ["duration_ms", "track"])
            }
        }
    }
}
