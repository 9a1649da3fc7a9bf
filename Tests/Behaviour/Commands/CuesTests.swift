import Testing

extension BehaviourTests {
    /// `mosaic cues`.
    @Suite struct CuesTests {
        @Test(
            arguments: [
                ("plain", "WEBVTT\n\n00:00.000 --> 00:10.000\na.jpg#xywh=0,0,4,3\n"),
                ("crlf", "WEBVTT - a title\r\n\r\none\r\n00:00:01.000 --> 01:00:02.500 align:start\r\na\r\nb\r\n\r\n"),
                ("mixed", "WEBVTT\n\nNOTE\nno cue\n\nSTYLE\n::cue {}\n\n00:09.000 --> 00:08.000\nlate\n\n5 --> 6\nx\n"),
                ("empty", "WEBVTT"), ("none", "hello\n"), ("nothing", ""),
                ("byte-order-mark", "\u{FEFF}WEBVTT\n\n00:00.000 --> 00:01.000\nä & <b>b</b>\n"),
            ])
        func `cues are what a browser reads`(name: String, track: String) throws {
            try Scene.play("cues/\(name)") { scene in
                try scene.workplace.write(track, to: "t.vtt")
                try scene.run("cues", "t.vtt", "--json")
                try scene.run("cues", "t.vtt", as: .exact)
            }
        }

        @Test func `a file that is not there is no input`() throws {
            try Scene.play("cues/absent") { scene in
                try scene.run("cues", "absent.vtt", "--json")
                for arguments in [["."], ["a.vtt", "b.vtt"], []] { try scene.run(["cues"] + arguments) }
            }
        }
    }
}
