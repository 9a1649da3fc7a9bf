import Testing

extension BehaviourTests {
    /// `mosaic lookup`.
    @Suite struct LookupTests {
        private static let gaps = """
            WEBVTT

            00:00:10.000 --> 00:00:20.000
            a.jpg#xywh=0,0,40,23

            00:00:30.000 --> 00:00:40.000
            a.jpg#xywh=40,0,40,23

            """

        @Test(arguments: ["active", "hold", "nearest", "next"])
        func `a policy finds its tile at every time`(policy: String) throws {
            try Scene.play("lookup/\(policy)") { scene in
                try scene.workplace.write(Self.gaps, to: "t.vtt")
                for time in ["0", "10", "19.999", "20", "24.999", "25.001", "00:00:30.000", "40", "1h"] {
                    try scene.run("lookup", "t.vtt", time, "--policy", policy, "--json")
                }
            }
        }

        @Test func `a tile is named by its sheet, its part of it and its times`() throws {
            try Scene.play("lookup/forms") { scene in
                try scene.workplace.write(Self.gaps, to: "t.vtt")
                for time in ["10s", "0.25m", "0:15", "15.0004"] { try scene.run("lookup", "t.vtt", time, as: .exact) }
                try scene.workplace.write(
                    """
                    WEBVTT

                    00:00.000 --> 00:10.000
                    a.jpg#xywh=percent:0,0,50,50

                    00:10.000 --> 00:20.000
                    https://cdn.example/b.jpg

                    00:20.000 --> 00:30.000
                    c.jpg#xywh=0,0

                    """, to: "u.vtt")
                for time in ["5", "15", "25"] {
                    try scene.run("lookup", "u.vtt", time, "--json")
                    try scene.run("lookup", "u.vtt", time, as: .exact)
                }
                try scene.run("lookup", Repository.composedSample + "/thumbnails.vtt", "397", "--json")
                try scene.run("lookup", Repository.composedSample + "/thumbnails.vtt", "397", as: .exact)
            }
        }

        @Test func `the exit status reports a failed lookup`() throws {
            try Scene.play("lookup/refusals") { scene in
                try scene.workplace.write("WEBVTT\n", to: "none.vtt")
                try scene.workplace.write("hello\n", to: "no-track.vtt")
                for arguments in [
                    ["none.vtt", "1"], ["no-track.vtt", "1"], ["absent.vtt", "1"], [".", "1"], ["none.vtt"],
                    ["none.vtt", "soon"], ["none.vtt", "-1"], ["none.vtt", "1", "--policy", "last"],
                ] {
                    try scene.run(["lookup"] + arguments)
                    try scene.run(["lookup"] + arguments + ["--json"])
                }
            }
        }
    }
}
