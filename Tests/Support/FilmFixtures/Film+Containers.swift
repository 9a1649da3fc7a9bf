extension Film {
    private static let copy = ["-map", "0", "-c", "copy"]
    /// Fragments: neither the beginning nor the end of the file lists its parts.
    private static let fragments = copy + ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"]

    package static let openGOPInTS = ffmpeg("open_gop.ts", of: openGOP, options: copy)
    package static let openGOPInMatroska = ffmpeg("open_gop.mkv", of: openGOP, options: copy)
    package static let hevcCRAInMatroska = ffmpeg("hevc_cra.mkv", of: hevcCRA, options: copy)
    package static let hevcCRAInTS = ffmpeg("hevc_cra.ts", of: hevcCRA, options: copy)
    package static let closedInMatroska = ffmpeg("closed.mkv", of: closed, options: copy)
    package static let closedInTS = ffmpeg("closed.ts", of: closed, options: copy)
    package static let driftingInMatroska = ffmpeg("drifting.mkv", of: drifting, options: copy)
    package static let driftingInTS = ffmpeg("drifting.ts", of: drifting, options: copy)
    package static let driftingInFragments = ffmpeg("drifting_frag.mp4", of: drifting, options: fragments)
    package static let fragmented = ffmpeg("frag.mp4", of: closed, options: fragments)
    /// Written like a live stream, without a later completion: no index, no duration.
    package static let unindexed = ffmpeg("no_cues.mkv", of: closed, options: copy + ["-live", "1"])

    /// The clock shows 100 s at the begin.
    package static let startingLate = ffmpeg("start100.ts", of: closed, options: copy + ["-output_ts_offset", "100"])
    /// The clock of 33 bits starts anew after 9.7 s.
    package static let wrapping = ffmpeg("wrap.ts", of: closed, options: copy + ["-output_ts_offset", "95434"])
    /// The clock falls back by 98.6 s in the middle.
    package static let jumping = bytes("discontinuity.ts", of: startingLate) { first in
        try first + Bytes.of(closedInTS)
    }
    /// Pictures of another size follow.
    package static let changingSize = Film("size_change.ts") { path in
        let square = ffmpeg("square.ts", of: squareBars, options: h264() + ["-f", "mpegts"])
        try Bytes.write(
            Bytes.of(ffmpeg("closed_v.ts", of: closed, options: ["-map", "0:v", "-c", "copy"]))
                + Bytes.of(square), to: path)
    }

    /// Begins at 3.4 s, between two key frames; the pictures before are in the file.
    package static let cut = Film("edit_cut.mp4") { path in
        try FFmpeg.run(["-ss", "3.4", "-i", closed.path()] + copy, into: path)
    }
    /// The picture begins 5 s after the sound.
    package static let pictureLate = Film("edit_empty.mp4") { path in
        try FFmpeg.run(
            ["-itsoffset", "5", "-i", closed.path(), "-i", closed.path(), "-map", "0:v", "-map", "1:a", "-c", "copy"],
            into: path)
    }

    /// Shown rotated by `degrees` clockwise: 90, 180 or 270.
    package static func turned(by degrees: Int) -> Film {
        bytes("turned\(degrees).mp4", of: closed) { try MP4Matrix.turned($0, by: degrees) }
    }

    package static let coverFirst = ffmpeg(
        "cover_first.mp4", of: closed, coverPicture,
        options: ["-map", "1", "-map", "0", "-c", "copy", "-disposition:v:0", "attached_pic"])
    package static let coverAttached = Film("cover.mkv") { path in
        try FFmpeg.run(
            ["-i", closed.path(), "-attach", coverPicture.path(), "-metadata:s:t", "mimetype=image/jpeg"] + copy,
            into: path)
    }
    /// A cover that is a stream like others, larger than the film: without its flag, because Matroska has none.
    package static let coverTrack = ffmpeg(
        "cover_track.mkv", of: closed, coverPicture, options: ["-map", "0:v", "-map", "1", "-c", "copy"])
    package static let coverTrackFirst = ffmpeg(
        "cover_track_first.mkv", of: closed, coverPicture,
        options: ["-map", "1", "-map", "0", "-c", "copy", "-disposition:v:0", "default", "-disposition:v:1", "0"])
    /// The same in MP4, of the film's codec.
    package static let coverTrackInMP4 = ffmpeg(
        "cover_track.mp4", of: closed, coverPicture,
        options: ["-map", "1", "-map", "0:v", "-c:v:1", "copy", "-c:v:0", "libx264", "-pix_fmt:v:0", "yuv420p"])
    package static let coverTrackInAVI = ffmpeg(
        "cover_track.avi", of: closed, coverPicture, options: ["-map", "0:v", "-map", "1", "-c", "copy"])
    private static let coverPicture = ffmpeg(
        "cover.jpg",
        options: ["-f", "lavfi", "-i", "color=red:s=600x800,format=yuvj420p", "-frames:v", "1"])

    /// A small blue stream first; the one with numbers is the default.
    package static let twoVideos = twoVideos("two_videos.mkv", "-disposition:v:0", "0", "-disposition:v:1", "default")
    /// The same, and neither is the default.
    package static let twoEqualVideos = twoVideos("two_equal.mkv", "-disposition:v", "0")

    private static func twoVideos(_ name: String, _ dispositions: String...) -> Film {
        Film(name) { path in
            try FFmpeg.run(
                ["-f", "lavfi", "-i", "color=blue:s=160x90:r=25:d=20", "-i", closed.path(), "-map", "0", "-map", "1"]
                    + ["-c:a", "copy"] + h264() + dispositions, into: path)
        }
    }
}
