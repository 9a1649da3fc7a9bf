import Testing

extension BehaviourTests {
    /// `mosaic compose`: what its settings do to tiles and sheets.
    @Suite struct ComposeSettingsTests {
        @Test(
            arguments: [
                ("tile", ["--tile", "40x30"]), ("pad", ["--tile", "40x40", "--pad", "--background", "#ff8000"]),
                ("uniform", ["--width", "40", "--uniform"]), ("quality", ["--width", "40", "--quality", "30"]),
                ("chroma", ["--width", "40", "--chroma", "444"]), ("max-side", ["--width", "40", "--max-side", "96"]),
                ("default", []),
            ])
        func `a setting is seen in the record and in the bytes of the sheet`(
            name: String, options: [String]
        ) throws {
            try Scene.play("compose/setting-\(name)") { scene in
                try scene.workplace.draw(1...3)
                try scene.run(["compose", "shots", "-o", "out", "--json"] + options)
                try scene.files(in: "out")
                try scene.document("out/mosaic.json", members: ["encoding", "geometry", "sheets"])
            }
        }

        @Test func `a later run keeps tile and grid sizes unless it is to choose anew`() throws {
            try Scene.play("compose/regrid") { scene in
                try scene.workplace.draw(1...3)
                let arguments = ["compose", "shots", "-o", "out", "--keep-old", "0", "--json"]
                try scene.run(arguments + ["--width", "40", "--grid", "2x2"])
                try scene.workplace.draw(4...4)
                try scene.run(arguments)
                try scene.run(arguments + ["--width", "48", "--grid", "3x1"])
                try scene.run(arguments + ["--width", "48", "--grid", "3x1", "--regrid"])
                try scene.files(in: "out")
            }
        }

        @Test func `superseded sheets stay for a while, and a document says which`() throws {
            try Scene.play("compose/keep-old") { scene in
                try scene.workplace.draw(1...2)
                let arguments = ["compose", "shots", "-o", "out", "--width", "40", "--json"]
                try scene.run(arguments)
                try scene.workplace.draw(3...3)
                try scene.run(arguments)
                try scene.files(in: "out")
                try scene.document("out/.mosaic-retired.json")
                try scene.workplace.draw(4...4)
                try scene.run(arguments + ["--keep-old", "0"])
                try scene.files(in: "out")
            }
        }
    }
}
