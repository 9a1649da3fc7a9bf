import Foundation

extension Film {
    private static let inMPEG2 = ["-c:v", "mpeg2video", "-q:v", "4", "-g", "12", "-f", "mpegts"]
    private static let inVP8 = ["-c:v", "libvpx", "-deadline", "realtime", "-b:v", "500k", "-g", "25"]
    private static let inVP9 = [
        "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "500k", "-g", "25",
    ]

    /// 4 s of a white square on gray, as wide as high when shown, amid 180x144 samples.
    private static func square(_ name: String, aspect: String, options: [String]) -> Film {
        Film(name) { path in
            let (size, x) = aspect == "4/3" ? ("192x144", 64) : ("256x144", 96)
            let drawing = "color=0x404040:s=\(size):r=25:d=4,drawbox=x=\(x):y=40:w=64:h=64:c=white:t=fill"
            try FFmpeg.run(
                ["-f", "lavfi", "-i", "\(drawing),scale=180:144,setdar=\(aspect)"] + options, into: path)
        }
    }

    /// 4 s in each shape, one behind the other.
    private static func turned(_ name: String, options: [String]) -> Film {
        func part(_ size: String, _ x: Int, _ y: Int) -> Film {
            Film("\(size)_\(name)") { path in
                let drawing = "color=0x404040:s=\(size):r=25:d=4,drawbox=x=\(x):y=\(y):w=64:h=64:c=white:t=fill"
                try FFmpeg.run(["-f", "lavfi", "-i", "\(drawing),format=yuv420p"] + options, into: path)
            }
        }
        let parts = [part("256x144", 96, 40), part("144x256", 40, 96)]
        return Film(name) { path in
            let list = path + ".txt"
            defer { try? FileManager.default.removeItem(atPath: list) }
            let lines = try parts.map { "file '\(try $0.path())'\n" }.joined()
            try Bytes.write(Array(lines.utf8), to: list)
            try FFmpeg.run(["-f", "concat", "-safe", "0", "-i", list, "-c", "copy"], into: path)
        }
    }

    /// 4 s of 4:3, then 4 s of 16:9, of the same samples.
    package static let changingAspect = Film("aspect_change.ts") { path in
        let first = square("aspect43.ts", aspect: "4/3", options: inMPEG2)
        let second = square(
            "aspect169.ts", aspect: "16/9", options: inMPEG2 + ["-output_ts_offset", "4"])
        try Bytes.write(Bytes.of(first) + Bytes.of(second), to: path)
    }
    /// A phone is turned after 4 s.
    package static let turnedCall = turned("turned_call.webm", options: inVP8)
    package static let turnedCallInVP9 = turned("turned_call.mkv", options: inVP9)

    /// Mirrored or turned by the matrix of its track.
    package static func mirrored(_ name: String, _ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Film {
        bytes("mirrored_\(name).mp4", of: lopsided) { try MP4Matrix.placed($0, a, b, c, d) }
    }
    /// Mirrored or turned by a message before its pictures.
    package static func told(_ name: String, turn: Int, flip: String = "") -> Film {
        let flips = flip.isEmpty ? "" : ":flip=\(flip)"
        return ffmpeg(
            name, of: lopsided,
            options: [
                "-c", "copy", "-bsf:v", "h264_metadata=display_orientation=insert:rotate=\(turn)\(flips)",
            ])
    }
    /// A picture that differs from all its mirror images.
    private static let lopsided = ffmpeg(
        "lopsided.mp4",
        options: ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=1,drawbox=w=60:h=30:c=white:t=fill"] + h264())

    /// Its container shows a part of the pictures, of 140x80.
    package static let croppedByContainer = cropped("clap.mp4", width: 140, height: 80)
    /// Its container shows the whole pictures.
    package static let uncroppedByContainer = cropped("clap_whole.mp4", width: 160, height: 90)

    private static func cropped(_ name: String, width: UInt8, height: UInt8) -> Film {
        bytes(name, of: lopsided) { file in
            let numbers: [UInt8] = [width, 1, height, 1, 0, 1, 0, 1].flatMap { [0, 0, 0, $0] }
            return try MP4Description.adding([0, 0, 0, 40] + Array("clap".utf8) + numbers, to: "avc1", of: file)
        }
    }

    /// Fields that are coded one by one, each a picture of 160x48; as frames they are 160x96.
    package static func singleFields(_ kind: String) -> Film {
        ffmpeg(
            "single_fields.\(kind)",
            options: [
                "-f", "lavfi", "-i",
                "color=0x404040:s=160x48:r=50:d=2,drawbox=x=40:y=10:w=50:h=25:c=white:t=fill,format=yuv420p",
                "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error:keyint=50:interlace=tff",
            ])
    }
}
