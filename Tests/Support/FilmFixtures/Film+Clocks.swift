import Foundation

/// Films whose clock begins late, pauses, or says something else than their length.
extension Film {
    private static let copy = ["-map", "0", "-c", "copy"]

    private static func late(_ name: String, _ film: Film, by seconds: Int, _ options: String...) -> Film {
        ffmpeg(name, of: film, options: copy + ["-output_ts_offset", "\(seconds)"] + options)
    }
    package static let lateMatroska = late("late.mkv", closed, by: 3_600)
    package static let lateWebM = late("late.webm", vp9, by: 64)
    /// The times of the fragments count from the epoch.
    package static let lateFragments = bytes(
        "late.mp4",
        of: ffmpeg(
            "frag_open_gop.mp4", of: openGOP,
            options: copy + ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"])
    ) { file in
        // Each tfdt box of version 1 (ISO/IEC 14496-12, 8.8.12), in 1/12 800 s.
        var file = file
        for index in file.indices.dropLast(16) where file[index..<index + 5].elementsEqual(Array("tfdt".utf8) + [1]) {
            let time = file[index + 8..<index + 16].reduce(0) { $0 << 8 | UInt64($1) } + 1_700_000_000 * 12_800
            for byte in 0..<8 { file[index + 8 + byte] = UInt8(truncatingIfNeeded: time >> (56 - 8 * UInt64(byte))) }
        }
        return file
    }
    package static let lateCluster = late("late_live.mkv", hevcCRA, by: 7_200, "-live", "1")

    /// Two programmes, the first of which begins 2 hours later by its clock.
    package static let twoProgrammes = twoProgrammes("two_programmes.ts", closed)
    package static let twoProgrammesOfHEVC = twoProgrammes("two_programmes_hevc.ts", hevcCRA)
    package static let twoProgrammesOfMPEG2 = twoProgrammes("two_programmes_mpeg2.ts", mpeg2InTS)

    private static func twoProgrammes(_ name: String, _ film: Film) -> Film {
        let other = ffmpeg("square_mpeg2.ts", of: squareBars, options: ["-c:v", "mpeg2video", "-s", "120x120"])
        let inTurn = Film("in_turn_" + name) { path in
            try FFmpeg.run(
                [
                    "-itsoffset", "7200", "-i", film.path(), "-i", other.path(), "-map", "0:v", "-map", "1:v", "-c",
                    "copy",
                ]
                    + ["-program", "program_num=1:st=0", "-program", "program_num=2:st=1"], into: path)
        }
        return bytes(name, of: inTurn) { MPEGTransportStream.interleaved($0) }
    }

    /// Seconds at which each picture of ``slides`` is shown.
    package static let slideTimes = (0..<12).map { 15 * $0 }
    /// A picture every 15 s.
    package static let slidesInTS = slides("slides.ts", h264("bframes=0"))
    package static let slidesInFLV = slides("slides.flv", h264("bframes=0"))
    /// Noise makes each picture longer than a packet of the container, which tells the time of one picture alone.
    package static let slidesInPS = slides("slides.mpg", h264("bframes=0") + ["-f", "vob"], ",noise=alls=3:allf=t")
    private static let slidesInMatroska = slides("slides.mkv", h264("bframes=0"))
    /// The same, and sound all the time.
    package static let slidesWithSound = Film("slides_sound.ts") { path in
        try FFmpeg.run(
            [
                "-i", slidesInMatroska.path(), "-f", "lavfi", "-i", "sine=300:d=180:r=8000", "-map", "0", "-map", "1",
                "-c:v",
                "copy",
            ]
                + ["-c:a", "aac", "-max_interleave_delta", "0"], into: path)
    }
    /// 20 pictures in 0.8 s every 30 s.
    package static let burstsInTS = paced("bursts.ts", "floor(N/20)*30+mod(N\\,20)/25", 120, h264("bframes=0"))
    package static let burstsInFLV = paced("bursts.flv", "floor(N/20)*30+mod(N\\,20)/25", 120, h264("bframes=0"))

    private static func slides(_ name: String, _ encoder: [String], _ filter: String = "") -> Film {
        paced(name, "N*15", slideTimes.count, encoder, filter)
    }

    /// - Parameter time: Seconds at which picture `N` is shown, as ffmpeg's expression.
    private static func paced(
        _ name: String, _ time: String, _ count: Int, _ encoder: [String], _ filter: String = ""
    ) -> Film {
        ffmpeg(
            name, of: bars,
            options: ["-vf", "settb=1/1000,setpts=(\(time))/TB\(filter)", "-fps_mode", "passthrough"]
                + ["-enc_time_base", "0.001", "-frames:v", "\(count)"] + encoder)
    }

    /// The container gives no time at which a picture is shown.
    package static let h264InAVI = ffmpeg("h264.avi", of: closed, options: ["-map", "0:v", "-c", "copy"])
    package static let mpeg4InAVI = ffmpeg(
        "mpeg4_b.avi", of: bars,
        options: ["-c:v", "mpeg4", "-bf", "2", "-q:v", "4", "-g", "50", "-sc_threshold", "1000000000"])
    package static let hevcInAVI = ffmpeg(
        "hevc.avi", of: bars,
        options: ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "HEVC", "-x265-params"]
            + ["log-level=error:keyint=50:min-keyint=50:scenecut=0:open-gop=0:bframes=4"])
    /// Some packets of the container hold several pictures, and times of the first.
    package static let h264InPS = ffmpeg("h264.mpg", of: bars, options: h264() + ["-f", "vob"])
    package static let h264InPSWithoutB = ffmpeg(
        "h264_order.mpg", of: bars, options: h264("bframes=0") + ["-f", "vob"])
    /// A system stream of MPEG-1.
    package static let mpeg1InPS = ffmpeg(
        "mpeg1.mpg", of: bars,
        options: ["-c:v", "mpeg1video", "-b:v", "500k", "-g", "50", "-bf", "1", "-sc_threshold", "1000000000"]
            + ["-f", "mpeg"])

    /// 100 pictures in 4 s, and one at 30 s.
    private static let lastLateTime = "if(lt(N\\,100)\\,N/25\\,30)"
    package static let lastLate = paced("last_late.mp4", lastLateTime, 101, h264())
    package static let lastLateInOrder = paced("last_late_order.mov", lastLateTime, 101, h264("bframes=0"))
    package static let lastLateInFragments = ffmpeg(
        "last_late_frag.mp4", of: lastLate, options: copy + ["-movflags", "+frag_keyframe+empty_moov"])
    package static let lastLateInMatroska = ffmpeg("last_late.mkv", of: lastLate, options: copy)

    /// A film of 20 s, and one of 4 s behind it.
    package static let chainedOgg = chained("chained.ogv", of: unlistedKeys, ["-an"])
    package static let chainedOggWithSound = chained(
        "chained_sound.ogv",
        of: Film("sound.ogv") { path in
            try FFmpeg.run(
                ["-i", unlistedKeys.path()] + tone + ["-map", "0", "-map", "1", "-c:v", "copy", "-c:a", "libvorbis"],
                into: path)
        }, ["-an"])
    package static let chainedOggOfVP8 = chained(
        "chained_vp8.ogv", of: ffmpeg("vp8.ogv", of: vp8, options: copy), ["-an"])

    private static func chained(_ name: String, of film: Film, _ options: [String]) -> Film {
        let other = ffmpeg("end_of_" + name, of: film, options: ["-ss", "16", "-c:v", "libtheora"] + options)
        return bytes(name, of: film) { try $0 + Bytes.of(other) }
    }

    /// Headers that claim 10 hours of 20 s.
    package static let falseLength = falseLengthInMatroska("false_length.mkv", of: closedInMatroska)
    package static let falseLengthOfVP9 = falseLengthInMatroska("false_length.webm", of: vp9)
    /// The length of the first stream's header, in pictures.
    package static let falseLengthInAVI = falseLength(
        "false_length.avi", of: mpeg4InAVI, at: Array("strh".utf8), 40, UInt32(900_000).littleEndian)
    /// The play duration of the file properties in 100 ns, with the preroll of 3.1 s (ASF specification, 3.2).
    package static let falseLengthInASF = falseLength(
        "false_length.wmv", of: windowsMedia, at: [0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9], 64,
        UInt64(360_031_000_000).littleEndian)

    /// Duration (RFC 9559, 5.1.2.10), a number of 8 bytes in milliseconds.
    private static func falseLengthInMatroska(_ name: String, of film: Film) -> Film {
        falseLength(name, of: film, at: [0x44, 0x89, 0x88], 3, (36_000_000.0).bitPattern.bigEndian)
    }

    /// - Parameter length: Bytes to write `offset` bytes after the first one of a part.
    private static func falseLength(
        _ name: String, of film: Film, at part: [UInt8], _ offset: Int, _ length: some FixedWidthInteger & Sendable
    ) -> Film {
        bytes(name, of: film) { file in
            var file = file
            guard let position = Bytes.position(of: part, in: file) else { throw Bytes.Missing(name: "length") }
            withUnsafeBytes(of: length) {
                file.replaceSubrange(position + offset..<position + offset + $0.count, with: $0)
            }
            return file
        }
    }
}
