import FilmFixtures
import Foundation

/// A measured film and its bounds.
struct FilmClip {
    /// Bounds of the measurements.
    struct Wanted {
        /// Ours to that of a decoder that skips all frames but key frames, on one thread.
        var keyFrames: Measurement.Wanted?
        /// The same the other way round, where that decoder cannot skip.
        var allFrames: Measurement.Wanted?
        /// That of `fps,scale,tile` to ours.
        var tile: Measurement.Wanted?
        /// Bytes read to the file's.
        var bytes: Measurement.Wanted?
        /// The child's anonymous memory in MiB.
        var memory: Measurement.Wanted?
    }

    let name: String
    let path: String
    let wanted: Wanted
    /// Seconds.
    let duration: Double
    let bytes: Int

    /// The films of a folder whose names are those of the table; nil where there is none.
    static func all(in folder: String) throws -> [FilmClip] {
        try table.compactMap { name, wanted in
            let path = folder + "/" + name
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            let duration = try FFmpeg.probe(path, "format=duration").first.flatMap { Double($0) } ?? 0
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            return FilmClip(name: name, path: path, wanted: wanted, duration: duration, bytes: size)
        }
    }

    /// A key frame every 2 s, every 10 s, or as x264 sets them by default; 10 minutes at a tile every 10 s.
    private static let table: [(String, Wanted)] = [
        (
            "h264_720_k2.mp4",
            Wanted(keyFrames: .atMost(0.35), tile: .atLeast(40), bytes: .atMost(0.06))
        ),
        ("h264_720_k2.mkv", Wanted(keyFrames: .atMost(0.35), bytes: .atMost(0.06))),
        ("h264_720_k10.mp4", Wanted(keyFrames: .atMost(0.9), tile: .atLeast(40))),
        ("h264_720_k10.mkv", Wanted(keyFrames: .atMost(0.9))), ("h264_720_k10.ts", Wanted()),
        ("h264_720_k10_frag.mp4", Wanted()), ("h264_720_k250.mp4", Wanted()),
        ("h264_1080_k250.mp4", Wanted(memory: .atMost(48))), ("hevc_720_k250.mp4", Wanted()),
        ("av1_720_k5.mp4", Wanted(allFrames: .atLeast(20))), ("vp9_720_k5.mkv", Wanted(allFrames: .atLeast(20))),
        ("mpeg2_720.ts", Wanted()),
    ]
}

/// Films made for one run: a synthetic picture with grain and movement, encoded for half a minute and repeated without
/// encoding it again.
enum MadeFilms {
    private static let repetitions = 20

    /// Makes them in a folder; the Matroska film of key frames every 2 s is also made of a given one.
    static func make(in folder: String) throws {
        let h264 = ["-c:v", "libx264", "-preset", "superfast", "-bf", "3", "-refs", "2", "-crf", "21"]
        func keys(_ distance: Int) -> [String] {
            h264 + ["-x264-params", "keyint=\(distance):min-keyint=\(distance):scenecut=0"]
        }
        try make("h264_720_k2.mp4", "1280x720", seconds: 30, keys(48), folder)
        try make("h264_720_k10.mp4", "1280x720", seconds: 30, keys(240), folder)
        try make("h264_1080_k250.mp4", "1920x1080", seconds: 30, h264 + ["-g", "250"], folder)
        try make(
            "av1_720_k5.mp4", "1280x720", seconds: 10,
            ["-c:v", "libsvtav1", "-preset", "12", "-crf", "35", "-g", "120"], folder)
        try make(
            "vp9_720_k5.mkv", "1280x720", seconds: 10,
            ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2500k", "-g", "120"], folder)
    }

    /// Puts the film of key frames every 2 s into Matroska.
    static func remux(_ film: String, to path: String) throws {
        try FFmpeg.run(["-i", film, "-map", "0", "-c", "copy"], into: path)
    }

    private static func make(
        _ name: String, _ size: String, seconds: Int, _ options: [String], _ folder: String
    ) throws {
        let part = folder + "/part-" + name
        let source = "testsrc2=s=\(size):r=24:d=\(seconds),noise=alls=12:allf=t:all_seed=1"
        try FFmpeg.run(
            ["-f", "lavfi", "-i", source, "-f", "lavfi", "-i", "sine=300:d=\(seconds)", "-c:a", "aac"] + options
                + ["-pix_fmt", "yuv420p"], into: part)
        try FFmpeg.run(
            ["-stream_loop", String(repetitions * 30 / seconds - 1), "-i", part, "-map", "0", "-c", "copy"],
            into: folder + "/" + name)
        try FileManager.default.removeItem(atPath: part)
    }
}
