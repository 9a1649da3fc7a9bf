extension Film {
    private static let x264 = [
        "-c:v", "libx264", "-preset", "ultrafast", "-bf", "3", "-crf", "20", "-pix_fmt", "yuv420p",
    ]
    static let tone = ["-f", "lavfi", "-i", "sine=300:d=20"]

    /// Options of a film in H.264 with a key frame every 50 pictures.
    static func h264(_ parameters: String = "") -> [String] {
        let added = parameters.isEmpty ? "" : ":" + parameters
        return x264 + ["-x264-params", "keyint=50:min-keyint=50:scenecut=0" + added]
    }

    /// Options of a film in H.264 with parameters of x264 alone.
    static func h264(only parameters: String) -> [String] { x264 + ["-x264-params", parameters] }

    private static func drawn(_ name: String, _ width: Int, _ height: Int, _ count: Int) -> Film {
        Film(name) { try NumberedPictures(width: width, height: height, count: count).write(to: $0) }
    }

    /// 20 s.
    static let bars = drawn("bars.y4m", 320, 180, 500)
    /// 4 s of a DVD's pictures.
    static let dvdBars = drawn("dvd.y4m", 720, 576, 100)
    static let squareBars = drawn("square.y4m", 240, 240, 100)
    static let oneBars = drawn("one.y4m", 320, 180, 1)

    /// Closed groups of pictures of 2 s, B frames, and sound.
    package static let closed = Film("closed.mp4") { path in
        try FFmpeg.run(
            ["-i", bars.path()] + tone + ["-map", "0", "-map", "1", "-c:a", "aac", "-g", "50"] + h264("bframes=3"),
            into: path)
    }
    /// Groups whose first pictures need the group before.
    package static let openGOP = ffmpeg("open_gop.mp4", of: bars, options: h264("bframes=3:open-gop=1"))
    package static let hevcCRA = ffmpeg(
        "hevc_cra.mp4", of: bars,
        options: [
            "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
            "log-level=error:keyint=50:min-keyint=50:scenecut=0:open-gop=1:bframes=4",
        ])
    package static let oneKeyFrame = ffmpeg(
        "one_key.mp4", of: bars, options: h264(only: "keyint=infinite:scenecut=0"))
    package static let vp9 = ffmpeg(
        "vp9.webm", of: bars,
        options: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "500k", "-g", "50"])
    package static let av1 = ffmpeg(
        "av1.mp4", of: bars, options: ["-c:v", "libsvtav1", "-preset", "12", "-crf", "35", "-g", "50"])
    package static let mpeg2 = ffmpeg(
        "mpeg2.mpg", of: bars, options: ["-c:v", "mpeg2video", "-b:v", "4M", "-g", "15", "-bf", "2", "-f", "vob"])
    package static let mpeg2InTS = ffmpeg(
        "mpeg2.ts", of: bars, options: ["-c:v", "mpeg2video", "-b:v", "4M", "-g", "15", "-bf", "2", "-f", "mpegts"])
    /// Xvid in AVI: most packets hold a B picture, too, and an empty packet follows.
    package static let packed = ffmpeg(
        "packed.avi", of: bars, options: ["-c:v", "libxvid", "-bf", "2", "-g", "75", "-q:v", "2"])
    package static let packedInMatroska = ffmpeg(
        "packed.mkv", options: ["-fflags", "+genpts"], of: packed, with: ["-map", "0", "-c", "copy"])
    package static let packedInQuickTime = ffmpeg("packed.mov", of: packed, options: ["-map", "0", "-c", "copy"])
    /// Two pictures in each, the first in its upper lines.
    package static let interlaced = ffmpeg(
        "interlaced.mp4", of: bars,
        options: ["-vf", "tinterlace=interleave_top,fieldorder=tff", "-flags", "+ildct+ilme"]
            + h264(only: "tff=1:keyint=25"))
    /// Brightness by SMPTE ST 2084, 10 bits.
    package static let hdr10 = ffmpeg(
        "hdr10.mp4", of: bars,
        options: [
            "-vf", "format=yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
            "log-level=error:keyint=50:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:"
                + "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400",
        ])
    /// 720x576 samples that are wider than high: 1024x576 pixels.
    package static let anamorphic = ffmpeg(
        "anamorphic.mp4", of: dvdBars, options: ["-vf", "setsar=64/45"] + h264())
    /// A third of the pictures comes late, and for 3 s there is none.
    package static let variableRate = ffmpeg(
        "vfr.mp4", of: bars,
        options: [
            "-vf", "settb=1/1000,setpts=(N/25+3*gte(N\\,100)+mod(N\\,3)/100)/TB", "-fps_mode", "passthrough",
            "-enc_time_base", "0.001",
        ] + h264())
    /// Of every 4 s the first 1.5 are black; key frames lie at even seconds.
    package static let partlyBlack = Film("black.mp4") { path in
        let drawing = "drawbox=x=20:y=20:w=200:h=100:c=white:t=fill:enable='gte(mod(t,4),1.5)'"
        try FFmpeg.run(
            ["-f", "lavfi", "-i", "color=black:s=320x180:r=25:d=20,\(drawing)"] + h264(only: "keyint=50:scenecut=0"),
            into: path)
    }
    /// A key frame every 2.08 s, with B frames; each third of them and half a second behind it are black.
    package static let drifting = black("drifting.mp4", every: 156, keys: (0..<10).map { Double($0 * 52) / 25 })
    /// Key frames at 0 s, which is black, 3 s and 13 s.
    package static let sparselyBlack = black("sparsely_black.mp4", every: 1_000, keys: [0, 3, 13])

    /// A key frame each second, of which libav lists those that it has read.
    package static let unlistedKeys = ffmpeg(
        "unlisted.ogv", of: bars, options: ["-c:v", "libtheora", "-g", "25", "-q:v", "6", "-an"])

    package static let unevenKeys = black("uneven.mp4", every: 1_000, keys: [0, 3, 5.2, 10.4, 15])

    /// Numbered pictures, of which 12 are black at each multiple of a number.
    private static func black(_ name: String, every pictures: Int, keys: [Double]) -> Film {
        let drawing = "drawbox=w=iw:h=ih:c=black:t=fill:enable='lt(mod(n,\(pictures)),12)'"
        let times = keys.map { String($0) }.joined(separator: ",")
        return ffmpeg(
            name, of: bars,
            options: ["-vf", drawing, "-force_key_frames", times] + h264(only: "keyint=infinite:scenecut=0"))
    }
}
