import Testing

extension BehaviourTests {
    /// `mosaic tile`.
    @Suite struct TileTests {
        @Test func `a tile is cut out by bytes, into a file or a pipe`() throws {
            try Scene.play("tile/cut") { scene in
                try scene.workplace.draw(1...3)
                try scene.run("compose", "shots", "-o", "out", "--width", "40", "--quiet")
                for policy in ["active", "hold", "nearest", "next"] {
                    try scene.run(
                        "tile", "out/thumbnails.vtt", "25", "--policy", policy, "-o", "\(policy).jpg", as: .bytes)
                }
                try scene.run("tile", "out/thumbnails.vtt", "00:00:25.000", "-o", "-", as: .bytes)
                try scene.files(in: ".") { !$0.contains("/") }
            }
        }

        @Test func `the exit status reports a tile that cannot be cut`() throws {
            try Scene.play("tile/refusals") { scene in
                try scene.workplace.draw(1...2)
                try scene.run("compose", "shots", "-o", "png", "--width", "40", "--format", "png", "--quiet")
                try scene.run("compose", "shots", "-o", "out", "--width", "40", "--quiet", "--duration", "30")
                try scene.run("tile", "png/thumbnails.vtt", "5", "-o", "tile.jpg")
                try scene.run("tile", "out/thumbnails.vtt", "31", "--policy", "active", "-o", "tile.jpg")
                try scene.run("tile", "out/thumbnails.vtt", "5", "-o", "no-folder/tile.jpg")
                try scene.run("tile", "absent.vtt", "5", "-o", "tile.jpg")
                for arguments in [
                    ["out/thumbnails.vtt", "5"], ["out/thumbnails.vtt", "-o", "x"],
                    ["out/thumbnails.vtt", "soon", "-o", "x"], ["shots", "5", "-o", "x"],
                    ["shots/ch1_10s.jpg", "5", "-o", "x"],
                ] {
                    try scene.run(["tile"] + arguments)
                }
                for name in try scene.workplace.files(below: "out") where name.hasPrefix("sheet-") {
                    try scene.workplace.remove("out/\(name)")
                }
                try scene.run("tile", "out/thumbnails.vtt", "5", "-o", "tile.jpg")
                try scene.workplace.write("WEBVTT\n\n00:00.000 --> 00:10.000\nhttp://x.example/a.jpg\n", to: "far.vtt")
                try scene.run("tile", "far.vtt", "5", "-o", "tile.jpg")
                #expect(!scene.workplace.holds("tile.jpg"))
            }
        }
    }
}
