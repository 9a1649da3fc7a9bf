import Foundation
import PlayerFormats
import WebVTT

/// Rules on the video file of a playlist of frames.
extension DoctorRule where Subject == VideoExamination {
    /// All rules, in report order.
    static var videos: [Self] { [missingVideo, unreadableVideo, misplacedFrames, frameTimes] }

    /// A file that cannot be loaded from the playlist's URI.
    static var missingVideo: Self {
        Self(
            "missing-video", .breaks,
            affected: "No player has thumbnails to show.",
            fix: "Publish the file, or correct its URI: relative ones resolve against the playlist's."
        ) { video, occurrences in
            guard let reason = video.missing else { return }
            occurrences.note(line: video.playlist.segments.first?.line, reason)
        }
    }

    /// A file that is not a fragmented MP4 file with JPEG samples.
    static var unreadableVideo: Self {
        Self(
            "unreadable-video", .breaks,
            affected: "hls.js and Shaka read pictures from fragmented MP4 whose samples are JPEG (mjpg).",
            fix: "Write a moof and an mdat for every picture, as mosaic export --export hls-iframe does."
        ) { video, occurrences in
            guard let fault = video.fault else { return }
            occurrences.note(line: video.playlist.segments.first?.line, "\(fault.subject): \(fault.reason)")
        }
    }

    /// Frames whose byte range does not contain exactly one image.
    static var misplacedFrames: Self {
        Self(
            "misplaced-frames", .breaks,
            affected: "hls.js and Shaka show another picture, or none.",
            fix: "Let every EXT-X-BYTERANGE have one moof and its mdat; write playlist and file together."
        ) { video, occurrences in
            for (segment, picture) in zip(video.playlist.segments, video.pictures) {
                guard picture == nil, segment.range != nil else { continue }
                occurrences.note(line: segment.line, "The bytes of the frame at \(segment.start) are not one picture.")
            }
        }
    }

    /// Frames whose time in the file differs from the playlist.
    static var frameTimes: Self {
        Self(
            "frame-times", .advice,
            affected: "Players that go by the file's times show the picture at another moment.",
            fix: "Write the sums of EXTINF as times of the fragments."
        ) { video, occurrences in
            for case (let segment, let picture?) in zip(video.playlist.segments, video.pictures) {
                // Both times are rounded to a millisecond.
                guard abs(picture.time.milliseconds - segment.start.milliseconds) > 1 else { continue }
                occurrences.note(
                    line: segment.line, "The frame at \(segment.start) has the time \(picture.time) in the file.")
            }
        }
    }
}

/// The video file of a playlist of frames, for the rules.
struct VideoExamination: Sendable {
    let playlist: HLSMediaPlaylist
    /// Why the file could not be loaded; nil if it was loaded.
    let missing: String?
    /// Why the file cannot be parsed; nil if it can, or was not loaded.
    let fault: ThumbnailFormatError?
    /// The image in the byte range of each frame; nil for a range that does not contain exactly one whole image. Empty
    /// if the file was not loaded or parsed.
    let pictures: [MotionJPEGFile.Sample?]

    init(_ playlist: HLSMediaPlaylist, _ file: DeliveredFile) {
        self.playlist = playlist
        switch file {
        case .missing(let reason): (missing, fault, pictures) = (reason, nil, [])
        case .bytes(let bytes):
            missing = nil
            do {
                let video = try MotionJPEGFile(parsing: bytes)
                // The look-up by offset keeps the work small if both the playlist and the file have very many frames.
                let byOffset = Dictionary(video.samples.map { ($0.range.lowerBound, $0) }) { first, _ in first }
                let offsets = byOffset.keys.sorted()
                pictures = playlist.segments.map { segment in
                    guard let range = segment.range else { return nil }
                    let first = offsets.partitionPoint { $0 < range.lowerBound }
                    let inside = offsets[first...].prefix(2).filter { $0 < range.upperBound }
                    guard inside.count == 1, let sample = inside.first.flatMap({ byOffset[$0] }) else { return nil }
                    return sample.range.upperBound <= range.upperBound ? sample : nil
                }
                fault = nil
            } catch {
                (fault, pictures) = (error, [])
            }
        }
    }
}

extension TrackCrawler {
    /// Requests the video file of a playlist of frames; nil without such a playlist, without frames, or if sheets are
    /// not examined.
    func video(
        of playlist: HLSMediaPlaylist?, relativeTo base: URL
    ) async throws -> (examination: VideoExamination, answer: ExaminedAnswer?)? {
        guard let playlist, looksAtSheets, let first = playlist.segments.first else { return nil }
        let (file, answer) = try await file(first.uri, line: first.line, relativeTo: base, as: .video)
        return (VideoExamination(playlist, file), answer)
    }
}

extension [Int] {
    /// The first index whose element does not satisfy the condition; elements that satisfy it come first. O(log n).
    fileprivate func partitionPoint(_ belongs: (Int) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
