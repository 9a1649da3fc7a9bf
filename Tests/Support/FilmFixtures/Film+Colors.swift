import Foundation

extension Film {
    /// The left half is opaque green, the right half transparent over hidden red.
    package static func transparent(_ name: String, options: [String]) -> Film {
        ffmpeg(
            name,
            options: [
                "-f", "lavfi", "-i",
                "color=0x00a000:s=160x90:r=25:d=1,format=rgba,"
                    + "geq=r='if(lt(X,80),0,220)':g='if(lt(X,80),160,0)':b=0:a='if(lt(X,80),255,0)'",
            ] + options)
    }

    /// Its first second is transparent over moving bars, the second shows them.
    package static let partlyTransparent = ffmpeg(
        "partly_transparent.mkv",
        options: [
            "-f", "lavfi", "-i",
            "testsrc2=s=160x90:r=10:d=2,format=rgba,"
                + "geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(T,1),0,255)'",
            "-c:v", "ffv1", "-pix_fmt", "bgra",
        ])

    /// 24 patches of 32x32, of red, green and blue each.
    package static let patches: [(red: UInt8, green: UInt8, blue: UInt8)] = [
        (115, 82, 68), (194, 150, 130), (98, 122, 157), (87, 108, 67), (133, 128, 177), (103, 189, 170), (214, 126, 44),
        (80, 91, 166), (193, 90, 99), (94, 60, 108), (157, 188, 64), (224, 163, 46), (56, 61, 150), (70, 148, 73),
        (175, 54, 60), (231, 199, 31), (187, 86, 149), (60, 136, 161), (243, 243, 242), (200, 200, 200),
        (160, 160, 160), (122, 122, 121), (85, 85, 85), (52, 52, 52),
    ]

    /// The patches in 6 columns, from codes of red, green and blue through filters of ffmpeg.
    package static func patched(_ name: String, filters: String, options: [String]) -> Film {
        Film(name) { path in
            let raw = path + ".rgb"
            defer { try? FileManager.default.removeItem(atPath: raw) }
            var bytes: [UInt8] = []
            for row in 0..<4 * 32 {
                for column in 0..<6 * 32 {
                    let patch = patches[row / 32 * 6 + column / 32]
                    bytes += [patch.red, patch.green, patch.blue]
                }
            }
            try Bytes.write(bytes + bytes + bytes, to: raw)
            try FFmpeg.run(
                ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "192x128", "-r", "5", "-i", raw, "-vf", filters]
                    + options, into: path)
        }
    }
}
