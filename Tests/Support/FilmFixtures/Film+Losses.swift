import Foundation

/// Films of which packets, or parts of packets, are lost. A key frame comes every 50 pictures, at even seconds.
extension Film {
    /// The codecs whose damage is known, and the container of each film.
    package enum DamagedCodec: String, CaseIterable, Sendable {
        case h264, hevc, mpeg2, mpeg4, vp8, vp9, av1, msmpeg4, flv1

        fileprivate var container: String {
            switch self {
            case .h264, .hevc, .av1: "mp4"
            case .mpeg2, .mpeg4, .vp8, .vp9: "mkv"
            case .msmpeg4: "avi"
            case .flv1: "flv"
            }
        }

        fileprivate var options: [String] {
            let vpx = [
                "-deadline", "realtime", "-cpu-used", "8", "-b:v", "500k", "-g", "50", "-keyint_min", "50",
                "-auto-alt-ref", "0",
            ]
            return switch self {
            case .h264: Film.h264("bframes=3:b-pyramid=normal")
            case .hevc:
                [
                    "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
                    "log-level=error:keyint=50:min-keyint=50:scenecut=0:bframes=3",
                ]
            case .mpeg2: ["-c:v", "mpeg2video", "-b:v", "2M", "-g", "50", "-bf", "2", "-sc_threshold", "1000000000"]
            case .mpeg4: ["-c:v", "mpeg4", "-q:v", "4", "-g", "50", "-bf", "2", "-sc_threshold", "1000000000"]
            case .vp8: ["-c:v", "libvpx"] + vpx
            case .vp9: ["-c:v", "libvpx-vp9", "-lag-in-frames", "0"] + vpx
            case .av1: ["-c:v", "libsvtav1", "-preset", "12", "-crf", "35", "-g", "50"]
            case .msmpeg4: ["-c:v", "msmpeg4", "-q:v", "4", "-g", "50", "-sc_threshold", "1000000000"]
            case .flv1: ["-c:v", "flv", "-q:v", "4", "-g", "50", "-sc_threshold", "1000000000"]
            }
        }
    }

    package static func whole(_ codec: DamagedCodec) -> Film {
        ffmpeg("whole_\(codec.rawValue).\(codec.container)", of: bars, options: codec.options)
    }

    /// The second half of the key frame at 4 s is zero.
    package static func halfKey(_ codec: DamagedCodec) -> Film {
        let film = whole(codec)
        return bytes("half_key_\(codec.rawValue).\(codec.container)", of: film) { bytes in
            let path = try film.path()
            let (flags, times) = try (FFmpeg.probe(path, "packet=flags"), FFmpeg.probe(path, "packet=dts_time"))
            let key = flags.indices.first { flags[$0].hasPrefix("K") && Double(times[$0]) ?? 0 > 3.8 }
            let (positions, sizes) = try (FFmpeg.probe(path, "packet=pos"), FFmpeg.probe(path, "packet=size"))
            guard let key, let position = Int(positions[key]), let size = Int(sizes[key]) else {
                throw Bytes.Missing(name: "a key frame behind 4 s of \(path)")
            }
            var bytes = bytes
            for index in position + size / 2..<position + size { bytes[index] = 0 }
            return bytes
        }
    }

    /// Without the first picture behind the key frame at 4 s, to which others refer.
    package static func dropped(_ codec: DamagedCodec) -> Film {
        ffmpeg(
            "dropped_\(codec.rawValue).mkv", of: whole(codec),
            options: ["-c", "copy", "-bsf:v", "noise=amount=0:drop=eq(n\\,101)"])
    }

    /// A transport stream that lacks packets of the second and third second behind the key frame at 4 s.
    package static func torn(_ codec: DamagedCodec) -> Film {
        let film = ffmpeg(
            "whole_\(codec.rawValue).ts", of: whole(codec), options: ["-map", "0:v", "-c", "copy", "-f", "mpegts"])
        return bytes("torn_\(codec.rawValue).ts", of: film) { bytes in
            let path = try film.path()
            let positions = try FFmpeg.probe(path, "packet=pos").map { Int($0) ?? 0 }
            return try MPEGTransportStream.without(every: 7, of: bytes, from: positions[110], to: positions[140])
        }
    }

    /// An eighth of a Matroska film is zero, from its middle on.
    package static let hollow = bytes("hollow.mkv", of: whole(.vp9)) { bytes in
        var bytes = bytes
        let middle = bytes.count / 2
        for index in middle..<middle + bytes.count / 8 { bytes[index] = 0 }
        return bytes
    }
}
