import Foundation
import Seeded
import Testing
import TiledJPEG
import WebVTT

@testable import PlayerFormats

private let ffmpeg = SystemTool("ffmpeg")
private let ffprobe = SystemTool("ffprobe")

struct MotionJPEGFileTests {
    static let size = PixelSize(width: 64, height: 48)
    static let chapters: [Int64] = [4_000, 397_000, 721_123, 1_161_001]
    static let end = Timestamp(milliseconds: 1_500_007)

    static func images(at times: [Int64] = chapters) -> [(time: Timestamp, bytes: [UInt8])] {
        times.enumerated().map { (Timestamp(milliseconds: $1), EncodedPicture.jpeg(size, seed: UInt64($0))) }
    }

    @Test(.enabled(if: ffprobe != nil, "ffprobe is not installed"))
    func `ffprobe finds a track mjpg whose packets have the times and bytes of the pictures`() throws {
        let images = Self.images()
        let file = try MotionJPEGFile.serialized(images, end: Self.end, size: Self.size)
        let outcome = try #require(ffprobe).run(
            [
                "-v", "error", "-of", "compact=p=0:nk=1", "-show_entries",
                "stream=codec_name,codec_tag_string,width,height,time_base:packet=pts,size:format=duration", "a.mp4",
            ], files: ["a.mp4": file.bytes])
        #expect(outcome.errors == "")
        // It reads fragments one by one, so it knows durations of packets from no more than the next fragment.
        let packets = images.map { "\($0.time.milliseconds)|\($0.bytes.count)" }
        #expect(outcome.lines.map(String.init) == packets + ["mjpeg|mjpg|64|48|1/1000", "1500.007000"])
    }

    @Test(.enabled(if: ffmpeg != nil, "ffmpeg is not installed"))
    func `ffmpeg decodes every sample to the pixels of its picture`() throws {
        let images = Self.images()
        let file = try MotionJPEGFile.serialized(images, end: Self.end, size: Self.size)
        let raw = ["-f", "rawvideo", "-pix_fmt", "yuvj420p", "-"]
        let tool = try #require(ffmpeg)
        let film = try tool.run(
            ["-v", "error", "-xerror", "-i", "a.mp4", "-fps_mode", "passthrough"] + raw, files: ["a.mp4": file.bytes])
        let pictures = try images.flatMap { image in
            try tool.run(["-v", "error", "-f", "mjpeg", "-i", "a.jpg"] + raw, files: ["a.jpg": image.bytes]).output
        }
        #expect(film.errors == "")
        #expect(pictures.count == images.count * 64 * 48 * 3 / 2)
        #expect(film.output.elementsEqual(pictures))
    }

    @Test(.enabled(if: ffmpeg != nil, "ffmpeg is not installed"))
    func `ffmpeg decodes the byte ranges of the map and one frame as a file`() throws {
        let images = Self.images()
        let file = try MotionJPEGFile.serialized(images, end: Self.end, size: Self.size)
        for (frame, image) in zip(file.frames, images) {
            let part = Array(file.bytes[file.map] + file.bytes[frame])
            let outcome = try #require(ffmpeg).run(
                ["-v", "error", "-i", "a.mp4", "-c", "copy", "-f", "image2pipe", "-"], files: ["a.mp4": part])
            #expect(outcome.output.elementsEqual(image.bytes))
            #expect(outcome.errors == "")
        }
    }

    @Test func `map and frames cover the file without gaps`() throws {
        let file = try MotionJPEGFile.serialized(Self.images(), end: Self.end, size: Self.size)
        var next = file.map.upperBound
        for frame in file.frames {
            #expect(frame.lowerBound == next)
            next = frame.upperBound
        }
        #expect(file.map.lowerBound == 0)
        #expect(next == file.bytes.count)
    }

    @Test func `parts that are made one by one are the whole file`() throws {
        let images = Self.images()
        var parts = try MotionJPEGFile.initialization(end: Self.end, size: Self.size)
        for (number, image) in images.enumerated() {
            let next = number + 1 < images.count ? images[number + 1].time : Self.end
            let header = try MotionJPEGFile.fragmentHeader(
                number, start: image.time, end: next, size: image.bytes.count)
            #expect(header.count == MotionJPEGFile.fragmentHeaderLength)
            parts += header + image.bytes
        }
        #expect(try MotionJPEGFile.serialized(images, end: Self.end, size: Self.size).bytes.elementsEqual(parts))
    }

    @Test func `a file is read back as it was written`() throws {
        let images = Self.images()
        let file = try MotionJPEGFile.serialized(images, end: Self.end, size: Self.size).bytes
        let read = try MotionJPEGFile(parsing: file)
        #expect(read.size == Self.size)
        #expect(read.samples.map(\.time) == images.map(\.time))
        #expect(zip(read.samples, images).allSatisfy { file[$0.range].elementsEqual($1.bytes) })
        #expect(read.samples.map(\.duration.milliseconds) == [393_000, 324_123, 439_878, 339_006])
    }

    @Test(
        .enabled(if: ffmpeg != nil, "ffmpeg is not installed"),
        arguments: [
            "+frag_keyframe+empty_moov", "+frag_keyframe+empty_moov+default_base_moof",
            "+frag_keyframe+empty_moov+omit_tfhd_offset",
        ])
    func `files of JPEG pictures that ffmpeg wrote are read`(flags: String) throws {
        let pictures = (0..<5).map { EncodedPicture.jpeg(Self.size, seed: $0) }
        let files = Dictionary(uniqueKeysWithValues: pictures.enumerated().map { ("\($0).jpg", $1) })
        let made = try #require(ffmpeg).run(
            [
                "-v", "error", "-framerate", "1/4", "-i", "%d.jpg", "-c", "copy", "-movflags", flags,
                "-f", "mov",
                "pipe:1",
            ], files: files)
        #expect(made.errors == "")
        let read = try MotionJPEGFile(parsing: made.output)
        #expect(read.samples.map(\.time.milliseconds) == [0, 4_000, 8_000, 12_000, 16_000])
        #expect(zip(read.samples, pictures).allSatisfy { made.output[$0.range].elementsEqual($1) })
    }

    @Test func `times that do not ascend, and sizes of no picture, are refused`() {
        func error(_ times: [Int64], end: Int64, _ size: PixelSize = Self.size) -> ThumbnailFormatError? {
            #expect(throws: ThumbnailFormatError.self) {
                try MotionJPEGFile.serialized(Self.images(at: times), end: Timestamp(milliseconds: end), size: size)
            }
        }
        #expect(error([0, 1_000, 1_000], end: 2_000)?.subject == "image 1")
        #expect(error([0, 1_000], end: 1_000)?.subject == "image 1")
        #expect(error([0], end: 1 << 32)?.code == .limitExceeded)
        #expect(error([0], end: 1, PixelSize(width: 0, height: 48))?.code == .limitExceeded)
        #expect(error([0], end: 1, PixelSize(width: 64, height: 65_536))?.code == .limitExceeded)
    }

    @Test func `no damage traps, and no picture is outside the file`() throws {
        let file = try MotionJPEGFile.serialized(
            [0, 1_000, 2_500].map { (Timestamp(milliseconds: $0), [1, 2, 3]) }, end: Self.end, size: Self.size
        ).bytes
        var random = SeededGenerator(seed: 12)
        var readable = 0
        for _ in 0..<20_000 {
            var damaged = Array(file.prefix(Int.random(in: 600...file.count, using: &random)))
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard let read = try? MotionJPEGFile(parsing: damaged) else { continue }
            readable += 1
            #expect(read.samples.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= damaged.count })
        }
        #expect(readable > 100)
    }
}
