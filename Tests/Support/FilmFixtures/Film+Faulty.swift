extension Film {
    private static let rest = (numerator: 6, denominator: 10)

    private static func cutOff(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.prefix(bytes.count * rest.numerator / rest.denominator))
    }

    /// Its index is whole, its last pictures are missing.
    package static let cutOff = bytes(
        "truncated.mp4",
        of: ffmpeg("faststart.mp4", of: closed, options: ["-map", "0", "-c", "copy", "-movflags", "+faststart"]), cutOff
    )
    package static let cutOffMatroska = bytes("truncated.mkv", of: closedInMatroska, cutOff)
    /// Its index would have been at its end.
    package static let indexLost = bytes("moov_lost.mp4", of: closed, cutOff)
    package static let soundOnly = ffmpeg("audio_only.m4a", options: tone + ["-c:a", "aac"])
    package static let oneFrame = ffmpeg("one_frame.mp4", of: oneBars, options: h264())
    /// One picture, and 20 s of sound.
    package static let soundLonger = Film("audio_longer.mp4") { path in
        try FFmpeg.run(
            ["-i", oneFrame.path()] + tone + ["-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", "aac"], into: path)
    }
    /// One picture of 16 000 x 16 000 in a megabyte.
    package static let bomb = ffmpeg(
        "bomb.mkv",
        options: [
            "-f", "lavfi", "-i", "color=gray:s=16000x16000:r=1:d=1,format=yuvj420p", "-frames:v", "1", "-c:v", "mjpeg",
            "-q:v", "31", "-pix_fmt", "yuvj420p",
        ])
    /// Wider than any sheet.
    package static let tooWide = ffmpeg(
        "too_wide.mkv",
        options: ["-f", "lavfi", "-i", "color=gray:s=16400x64:r=5:d=1,format=yuv420p", "-c:v", "ffv1"])
    package static let tooHigh = ffmpeg(
        "too_high.avi",
        options: ["-f", "lavfi", "-i", "color=gray:s=64x16400:r=5:d=1,format=yuv420p", "-c:v", "ffv1"])
    private static let encryption = [
        "-map", "0:v", "-c", "copy", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key",
        "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
    ]
    package static let encrypted = ffmpeg("encrypted.mp4", of: closed, options: encryption)
    package static let encryptedFragments = ffmpeg(
        "encrypted_frag.mp4", of: closed, options: encryption + ["-movflags", "frag_keyframe+empty_moov"])
    package static let encryptedQuickTime = ffmpeg("encrypted.mov", of: hevcCRA, options: encryption + ["-f", "mov"])
    package static let scrambled = bytes("scrambled.ts", of: closedInTS, MPEGTransportStream.scrambled)
    package static let scrambledMPEG2 = bytes("scrambled_mpeg2.ts", of: mpeg2InTS, MPEGTransportStream.scrambled)
    package static let playlist = text(
        "playlist.mp4", "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n/etc/hostname\n#EXT-X-ENDLIST\n")
    /// A script that would have other files read.
    package static let script = Film("concat.mp4") { path in
        try Bytes.write(Array("ffconcat version 1.0\nfile \(closed.path())\n".utf8), to: path)
    }
    package static let zeros = Film("zeros.mp4") { try Bytes.write([UInt8](repeating: 0, count: 1 << 20), to: $0) }
    package static let empty = text("empty.mp4", "")
    /// A film whose name means something to shells, to ffmpeg, and to those who print lines.
    package static let strangeName = bytes("-i %d 'q\"uote\nline.mp4", of: closed) { $0 }

    private static func text(_ name: String, _ text: String) -> Film {
        Film(name) { try Bytes.write(Array(text.utf8), to: $0) }
    }
}
