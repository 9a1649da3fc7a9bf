/// Films whose pictures are refreshed by parts, with a recovery point every 50 pictures.
extension Film {
    private static let copy = ["-map", "0", "-c", "copy"]

    /// Pictures are renewed by columns; only the first is a key frame.
    package static let intraRefresh = ffmpeg(
        "intra_refresh.mp4", of: bars, options: h264(only: "intra-refresh=1:keyint=50:bframes=0"))
    package static let intraRefreshInTS = ffmpeg("intra_refresh.ts", of: intraRefresh, options: copy)
    package static let intraRefreshInMatroska = ffmpeg("intra_refresh.mkv", of: intraRefresh, options: copy)

    /// No container flags the recovery points of HEVC by itself, so that here each picture is flagged.
    package static let intraRefreshOfHEVC = withoutKeyTable(
        "intra_refresh_hevc.mp4", ffmpeg("intra_refresh_hevc_table.mp4", of: recoveryPointsOfHEVC, options: copy))
    package static let intraRefreshOfHEVCInMatroska = ffmpeg(
        "intra_refresh_hevc.mkv", of: intraRefreshOfHEVC, options: copy)
    /// Only the first picture is flagged.
    package static let intraRefreshOfHEVCInTS = ffmpeg(
        "intra_refresh_hevc.ts", of: recoveryPointsOfHEVC, options: copy)

    /// Libx265 refreshes pictures by parts, but writes no recovery points.
    private static let recoveryPointsOfHEVC = bytes(
        "recovery_points.hevc",
        of: ffmpeg(
            "intra_refresh.hevc", of: bars,
            options: ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params"]
                + ["log-level=error:intra-refresh=1:keyint=50:bframes=0:scenecut=0"])
    ) { HEVCRecoveryPoints.added(to: $0, every: 50) }
}

/// Recovery points of an HEVC byte stream.
enum HEVCRecoveryPoints {
    /// A prefix SEI unit: a recovery point 18 pictures before the first whole one (Rec. ITU-T H.265, D.2.8).
    private static let unit: [UInt8] = [0, 0, 1, 39 << 1, 1, 6, 2, 0b0000_0100, 0b1001_0100, 0x80]

    /// Adds one before each so-many-th picture but the first.
    static func added(to file: [UInt8], every count: Int) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        var number = 0
        for index in 0..<file.count - 5 where file[index..<index + 3] == [0, 0, 1] {
            // The first slice of a picture.
            guard file[index + 3] >> 1 < 32, file[index + 5] & 0x80 != 0 else { continue }
            if number > 0, number % count == 0 {
                result += file[copied..<index] + unit
                copied = index
            }
            number += 1
        }
        return result + file[copied...]
    }
}
