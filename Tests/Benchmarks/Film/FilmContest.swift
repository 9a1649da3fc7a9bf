import FilmFixtures
import Foundation

/// `mosaic compose` beside two commands of ffmpeg, in turn.
struct FilmContest {
    let rows: [Measurement]

    init(_ clip: FilmClip, interval: Int, part: Double, frames: String, rounds: Int) throws {
        let ffmpeg = [FFmpeg.path ?? "ffmpeg", "-nostdin", "-v", "error"]
        let film = ["-i", clip.path, "-map", "0:v:0"]
        let scale = "scale=256:144"
        let keyFrames =
            ffmpeg + ["-threads", "1", "-skip_frame", "nokey"] + film
            + ["-vf", scale, "-fps_mode", "passthrough", "-f", "null", "-"]
        let tile =
            ffmpeg + ["-t", String(Int(part))] + film + ["-vf", "fps=1/\(interval),\(scale),tile=10x10", "-q:v", "4"]
        var ours: [ComposedFilm] = []
        var theirs: [(keyFrames: Double, tile: Double)] = []
        // The first round warms up.
        for round in 0...max(rounds, 1) {
            let own = try ComposedFilm(clip, interval: interval, frames: frames)
            let skipping = try ChildProcess.run(keyFrames).processor
            let scratch = try ScratchFolder()
            let tiled = try ChildProcess.run(tile + ["-frames:v", "1", scratch.path + "/%d.jpg"]).processor
            guard round > 0 || rounds < 1 else { continue }
            ours.append(own)
            theirs.append((skipping, tiled * clip.duration / part))
        }
        func ratio(_ part: ((keyFrames: Double, tile: Double)) -> Double, inverse: Bool = false) -> Double {
            Median.of(zip(ours, theirs).map { inverse ? part($1) / $0.processor : $0.processor / part($1) })
        }
        let mebibyte = Double(1 << 20)
        var rows = [
            Measurement(
                name: "mosaic compose, CPU", value: Median.of(ours.map(\.processor)) * 1e3, unit: "ms",
                against: "key frames by ffmpeg", ratio: ratio { $0.keyFrames }, wanted: clip.wanted.keyFrames),
            Measurement(
                name: "key frames by ffmpeg, CPU", value: Median.of(theirs.map(\.keyFrames)) * 1e3, unit: "ms",
                against: "mosaic compose", ratio: ratio({ $0.keyFrames }, inverse: true),
                wanted: clip.wanted.allFrames),
            Measurement(
                name: "fps,scale,tile by ffmpeg, CPU", value: Median.of(theirs.map(\.tile)) * 1e3, unit: "ms",
                against: "mosaic compose", ratio: ratio({ $0.tile }, inverse: true), wanted: clip.wanted.tile),
            Measurement(
                name: "mosaic compose, wall", value: Median.of(ours.map(\.wall)) * 1e3, unit: "ms"),
        ]
        let memory = try ComposedFilm.peakAnonymousBytes(clip, interval: interval, frames: frames)
        rows.append(
            Measurement(
                name: "mosaic's own anonymous memory", value: Double(memory) / mebibyte, unit: "MiB",
                wanted: .atMost(32)))
        self.rows = rows
    }
}
