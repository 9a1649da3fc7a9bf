import Testing

extension BehaviourTests {
    /// `mosaic compose`: which files it takes, and which it names.
    @Suite struct ComposeSourceTests {
        @Test func `numbered frames are an interval apart`() throws {
            try Scene.play("compose/interval") { scene in
                for number in [1, 2, 9, 10] {
                    try scene.workplace.write(DrawnPicture(number: number).jpeg, to: "frames/frame\(number).jpg")
                }
                let arguments = ["compose", "frames", "-o", "out", "--width", "40", "--json"]
                try scene.run(arguments + ["--interval", "10"])
                try scene.text("out/thumbnails.vtt")
                try scene.run(arguments + ["--interval", "00:00:00.500", "--start", "83.5"])
                try scene.text("out/thumbnails.vtt")
                try scene.run(arguments + ["--interval", "0"])
                try scene.run(arguments + ["--interval", "9007199254740", "--start", "9007199254740"])
            }
        }

        @Test func `a list determines the files, their times and their titles`() throws {
            try Scene.play("compose/times") { scene in
                for name in ["b.jpg", "a.jpg", "other.jpg"] {
                    try scene.workplace.write(DrawnPicture(number: name.count).jpeg, to: "stills/\(name)")
                }
                try scene.workplace.write("b.jpg,83.5,The \"b\"\na.jpg,00:00:04.000\n", to: "stills.csv")
                try scene.workplace.write(
                    """
                    {"file": "a.jpg", "time": 4, "title": "Ä"}
                    {"file": "other.jpg", "time": "00:01:00"}

                    """, to: "stills.jsonl")
                let arguments = ["compose", "stills", "-o", "out", "--width", "40", "--json", "--times"]
                for list in ["stills.csv", "stills.jsonl"] {
                    try scene.run(arguments + [list])
                    try scene.document("out/mosaic.json", members: ["tiles"])
                }
                try scene.text("out/thumbnails.vtt")
                scene.note("A line that is none, a file that is not there, a list that is not there")
                try scene.workplace.write("a.jpg\n", to: "stills.csv")
                try scene.run(arguments + ["stills.csv"])
                try scene.workplace.write("absent.jpg,4\n", to: "stills.csv")
                try scene.run(arguments + ["stills.csv"])
                try scene.run(arguments + ["absent.csv"])
            }
        }

        @Test func `reports undecodable files, and files that are not screenshots`() throws {
            try Scene.play("compose/broken") { scene in
                try scene.workplace.draw(1...2)
                try scene.workplace.write("no picture", to: "shots/ch3_30s.jpg")
                let whole = DrawnPicture(number: 4).jpeg
                try scene.workplace.write(whole.prefix(whole.count - 40), to: "shots/ch4_40s.jpg")
                try scene.workplace.write("x", to: "shots/notes.txt")
                try scene.workplace.write(whole, to: "shots/ch5.jpg")
                try scene.workplace.write(whole, to: "shots/ch01_10s.png")
                let arguments = ["compose", "shots", "-o", "out", "--width", "40"]
                try scene.run(arguments + ["--json"])
                try scene.document("out/mosaic.json")
                try scene.files(in: "out")
                try scene.run(arguments)
                try scene.run(arguments + ["--accept-damaged", "--json"])
                scene.note("A strict run fails and leaves what is published as it is")
                try scene.run(arguments + ["--strict"])
                try scene.run(["compose", "shots", "-o", "strict", "--strict", "--json"])
                #expect(!scene.workplace.holds("strict/thumbnails.vtt"))
                try scene.files(in: "out")
            }
        }

        @Test func `the exit status reports a source that cannot be composed`() throws {
            try Scene.play("compose/refusals") { scene in
                try scene.workplace.draw(1...1)
                try scene.workplace.write("no picture", to: "no-pictures/ch1_10s.jpg")
                try scene.workplace.write("x", to: "no-screenshots/notes.txt")
                try scene.workplace.write("x", to: "plain-file")
                let folders = ["no-folder", "no-screenshots", "plain-file", "no-pictures"]
                scene.words = Set(folders)
                for folder in folders { try scene.run("compose", folder, "-o", "out") }
                try scene.run("compose", "shots")
                try scene.run("compose", "shots", "-o", "plain-file")
                for options in [
                    ["--width", "0"], ["--width", "x"], ["--tile", "40"], ["--grid", "0x1"], ["--quality", "101"],
                    ["--format", "webp"], ["--chroma", "422"], ["--background", "red"], ["--max-side", "5000"],
                    ["--duration", "-1"], ["--keep-old", "1w"], ["--id", "a/b"], ["--max-cues", "0"],
                    ["--interval", "1", "--times", "x.csv"], ["--start", "5"], ["--interval", "soon"],
                ] {
                    try scene.run(["compose", "shots", "-o", "out"] + options)
                }
                #expect(!scene.workplace.holds("out"))
            }
        }
    }
}
