import Foundation
import Seeded

/// A film of 6 s as an encoder and a muxer write it: a codec, a container and a structure.
package struct CleanFilm: Sendable, CustomStringConvertible {
    /// Codecs, their encoders, and the containers that ffmpeg writes them into.
    private static let codecs: [(name: String, encoder: [String], containers: [String])] = [
        ("h264", ["libx264", "-preset", "veryfast"], ["mp4", "mkv", "ts", "flv", "avi"]),
        ("hevc", ["libx265", "-preset", "ultrafast", "-x265-params", "log-level=error"], ["mp4", "mkv", "ts"]),
        ("mpeg2", ["mpeg2video", "-b:v", "2M"], ["mkv", "ts", "mpg", "avi", "mp4"]),
        ("mpeg1", ["mpeg1video", "-b:v", "2M"], ["mpg", "avi", "mkv"]),
        ("mpeg4", ["mpeg4", "-q:v", "4"], ["avi", "mp4", "mkv", "ts"]),
        ("xvid", ["libxvid", "-q:v", "4"], ["avi", "mov"]),
        ("msmpeg4", ["msmpeg4", "-q:v", "4"], ["avi", "mkv", "wmv"]),
        ("wmv2", ["wmv2", "-q:v", "4"], ["wmv", "avi", "mkv"]),
        ("flv1", ["flv", "-q:v", "4"], ["flv", "avi", "mkv"]),
        ("vp8", ["libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "500k"], ["webm", "mkv", "avi"]),
        ("vp9", ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "500k"], ["webm", "mp4", "mkv"]),
        ("av1", ["libsvtav1", "-preset", "12"], ["mp4", "webm", "mkv"]),
        ("theora", ["libtheora", "-q:v", "6"], ["ogv", "mkv"]),
        ("mjpeg", ["mjpeg", "-q:v", "4"], ["avi", "mov", "mkv"]),
    ]
    /// Pictures and their order.
    private static let structures: [(name: String, options: [String])] = [
        ("plain", ["-g", "25", "-bf", "0"]), ("b", ["-g", "30", "-bf", "2"]), ("long", ["-g", "120", "-bf", "2"]),
        ("late", ["-g", "25", "-bf", "2", "-output_ts_offset", "7"]),
        ("fields", ["-g", "25", "-bf", "2", "-flags", "+ildct+ilme", "-top", "1"]),
    ]
    private static let withB: Set<String> = ["h264", "hevc", "mpeg2", "mpeg1", "mpeg4", "xvid"]
    private static let withFields: Set<String> = ["h264", "mpeg2", "mpeg4"]
    /// Pictures that are drawn: bars that move, noise, a still one, and fades from black.
    private static let drawings: [(name: String, source: String)] = [
        ("test", "testsrc2=s=176x144:r=25:d=6"), ("still", "smptebars=s=176x144:r=25:d=6"),
        ("noise", "testsrc=s=160x90:r=25:d=6,noise=alls=40:allf=t"),
        ("fade", "testsrc2=s=320x180:r=25:d=6,fade=in:0:50,fade=out:100:40"),
    ]

    /// 60 of all that can be made, by a seed; `MOSAIC_CLEAN_FILMS` sets another number.
    package static let all: [CleanFilm] = {
        var films: [CleanFilm] = []
        for codec in codecs {
            for container in codec.containers {
                for structure in structures {
                    if structure.name == "fields", !withFields.contains(codec.name) { continue }
                    if structure.name != "plain", structure.name != "late", !withB.contains(codec.name),
                        structure.name == "b"
                    {
                        continue
                    }
                    for drawing in drawings {
                        let name = "clean_\(codec.name)_\(structure.name)_\(drawing.name).\(container)"
                        let b = withB.contains(codec.name) ? structure.options : withoutB(structure.options)
                        films.append(
                            CleanFilm(
                                film: .ffmpeg(
                                    name,
                                    options: ["-f", "lavfi", "-i", drawing.source, "-pix_fmt", pixels(of: codec.name)]
                                        + ["-c:v"] + codec.encoder + b)))
                    }
                }
            }
        }
        var random = SeededGenerator(seed: 39)
        let count = ProcessInfo.processInfo.environment["MOSAIC_CLEAN_FILMS"].flatMap { Int($0) } ?? 60
        return Array(films.shuffled(using: &random).prefix(max(0, count)))
    }()

    private static func withoutB(_ options: [String]) -> [String] {
        guard let index = options.firstIndex(of: "-bf") else { return options }
        var options = options
        options.removeSubrange(index...index + 1)
        return options
    }

    private static func pixels(of codec: String) -> String { codec == "mjpeg" ? "yuvj420p" : "yuv420p" }

    package let film: Film
    package var description: String { film.name }
}
