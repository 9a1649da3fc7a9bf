import Foundation

/// A film that tests read; made when a test first asks for it, and kept in `.build/films` until a recipe changes.
package struct Film: Sendable, CustomStringConvertible {
    /// The file's name.
    package let name: String
    private let make: @Sendable (_ path: String) throws -> Void

    /// - Parameter make: Writes the file; other films may be asked for.
    package init(_ name: String, _ make: @escaping @Sendable (_ path: String) throws -> Void) {
        self.name = name
        self.make = make
    }

    package var description: String { name }

    /// The path of the finished film.
    package func path() throws -> String { try MadeFilms.shared.path(of: self) }

    fileprivate func write(to path: String) throws { try make(path) }
}

extension Film {
    /// A film that ffmpeg writes; `inputs` come first, each after `-i`.
    static func ffmpeg(_ name: String, of inputs: Film..., options: [String]) -> Film {
        Film(name) { path in
            let inputs = try inputs.flatMap { ["-i", try $0.path()] }
            try FFmpeg.run(inputs + options, into: path)
        }
    }

    /// A copy that ffmpeg reads with options.
    static func ffmpeg(_ name: String, options: [String], of input: Film, with output: [String]) -> Film {
        Film(name) { try FFmpeg.run(options + ["-i", input.path()] + output, into: $0) }
    }

    /// A film whose bytes are made of those of another.
    static func bytes(
        _ name: String, of film: Film, _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) -> Film {
        Film(name) { path in
            let bytes = try Array(Data(contentsOf: URL(filePath: film.path())))
            try Data(change(bytes)).write(to: URL(filePath: path))
        }
    }
}

/// The films that this run has asked for.
private final class MadeFilms: Sendable {
    static let shared = MadeFilms()

    /// Guards the results; recursive, because films are made from other films.
    private let lock = NSRecursiveLock()
    nonisolated(unsafe) private var made: [String: Result<String, any Error>] = [:]

    func path(of film: Film) throws -> String {
        try lock.withLock {
            if let result = made[film.name] { return try result.get() }
            let result = Result { try FilmStore.shared.get().path(of: film.name) { try film.write(to: $0) } }
            made[film.name] = result
            return try result.get()
        }
    }
}

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

extension Film {
    /// The left half is opaque green, the right half transparent over hidden red.
    package static func transparent(_ name: String, options: [String]) -> Film {
        ffmpeg(
            name,
            options: [
                "-f", "lavfi", "-i",
                "color=0x00a000:s=160x90:r=25:d=1,format=rgba,"
                    + "geq=r='if(lt(X,80),0,220)':g='if(lt(X,80),160,0)':b=0:a='if(lt(X,80),255,0)'",
            ] + options)
    }

    /// Its first second is transparent over moving bars, the second shows them.
    package static let partlyTransparent = ffmpeg(
        "partly_transparent.mkv",
        options: [
            "-f", "lavfi", "-i",
            "testsrc2=s=160x90:r=10:d=2,format=rgba,"
                + "geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(T,1),0,255)'",
            "-c:v", "ffv1", "-pix_fmt", "bgra",
        ])

    /// 24 patches of 32x32, of red, green and blue each.
    package static let patches: [(red: UInt8, green: UInt8, blue: UInt8)] = [
        (115, 82, 68), (194, 150, 130), (98, 122, 157), (87, 108, 67), (133, 128, 177), (103, 189, 170), (214, 126, 44),
        (80, 91, 166), (193, 90, 99), (94, 60, 108), (157, 188, 64), (224, 163, 46), (56, 61, 150), (70, 148, 73),
        (175, 54, 60), (231, 199, 31), (187, 86, 149), (60, 136, 161), (243, 243, 242), (200, 200, 200),
        (160, 160, 160), (122, 122, 121), (85, 85, 85), (52, 52, 52),
    ]

    /// The patches in 6 columns, from codes of red, green and blue through filters of ffmpeg.
    package static func patched(_ name: String, filters: String, options: [String]) -> Film {
        Film(name) { path in
            let raw = path + ".rgb"
            defer { try? FileManager.default.removeItem(atPath: raw) }
            var bytes: [UInt8] = []
            for row in 0..<4 * 32 {
                for column in 0..<6 * 32 {
                    let patch = patches[row / 32 * 6 + column / 32]
                    bytes += [patch.red, patch.green, patch.blue]
                }
            }
            try Bytes.write(bytes + bytes + bytes, to: raw)
            try FFmpeg.run(
                ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "192x128", "-r", "5", "-i", raw, "-vf", filters]
                    + options, into: path)
        }
    }
}

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
