extension Film {
    private static let fullPQ = "zscale=npl=203:min=gbr:rin=full:pin=709:tin=709:m=2020_ncl:r=full:p=2020:t=smpte2084"
    private static let x265 = [
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
        "log-level=error:lossless=1:keyint=1:aud=1:range=full:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
    ]

    /// The patches in HDR, with less luma.
    ///
    /// - Parameter luma: In percent.
    package static func fullRangePatches(luma: Int) -> Film {
        patched(
            "full_pq_\(luma).mp4", filters: "\(fullPQ),format=yuv444p10le,lutyuv=y=val*\(luma)/100", options: x265)
    }

    /// The patches in HDR, whose metadata of Dolby Vision (profile 5) lessens their luma.
    ///
    /// - Parameter luma: In percent; nil for a film without that metadata.
    package static func dolbyVision(luma: Int?) -> Film {
        let name = luma.map { "dolby_\($0)" } ?? "dolby_plain"
        let plain = patched(
            name + ".hevc", filters: "\(fullPQ),format=yuv444p10le", options: x265 + ["-f", "hevc"])
        let stream = bytes(name + "_rpu.hevc", of: plain) { bytes in
            luma.map { DolbyVisionMetadata.added(to: bytes, luma: $0) } ?? bytes
        }
        let film = ffmpeg(name + "_plain.mp4", of: stream, options: ["-c", "copy", "-tag:v", "hvc1"])
        return bytes(name + ".mp4", of: film) { try DolbyVisionMetadata.described($0) }
    }
}
