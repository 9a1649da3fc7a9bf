import FilmFixtures
import FilmProtocol

/// `mosaic-frames` alone: its work beside pure decoding, the bytes it reads, its memory.
struct FilmChildRun {
    let rows: [Measurement]

    init(_ clip: FilmClip, interval: Int) throws {
        let child = try FilmChild(film: clip.path)
        _ = try child.header()
        let times = stride(from: 0, to: Int64(clip.duration * 1e6), by: interval * 1_000_000)
        let frames = times.map { FilmRequest.Frame(time: $0, choice: .key) }
        let counts = try child.pictures(FilmRequest(width: 256, height: 144, frames: frames)).counts
        let ending = child.end()
        let decoding = Double(counts.decodingTime) / 1e6
        rows = [
            Measurement(
                name: "mosaic-frames, CPU", value: ending.processor * 1e3, unit: "ms",
                against: "its decoding + 48 ms", ratio: ending.processor / (decoding + 0.048), wanted: .atMost(1.25)),
            Measurement(name: "mosaic-frames, decoding", value: decoding * 1e3, unit: "ms"),
            Measurement(
                name: "mosaic-frames, bytes read", value: Double(counts.bytesRead) / 1e6, unit: "MB",
                against: "the file", ratio: Double(counts.bytesRead) / Double(max(clip.bytes, 1)),
                wanted: clip.wanted.bytes),
            Measurement(
                name: "mosaic-frames, anonymous memory", value: Double(ending.anonymousBytes) / Double(1 << 20),
                unit: "MiB", wanted: clip.wanted.memory),
        ]
    }
}
