import PlayerFormats
import WebVTT

/// Rules on the file of a playlist's frames.
extension DoctorRule where Subject == VideoExamination {
    /// In the order of the report.
    static var videos: [Self] { [missingVideo, unreadableVideo, misplacedFrames, frameTimes] }

    /// A file that is not where the playlist says.
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

    /// A file whose frames are not JPEG in fragments.
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

    /// Frames whose bytes are not those of one picture.
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

    /// Frames that have other times in the file.
    static var frameTimes: Self {
        Self(
            "frame-times", .advice,
            affected: "Players that go by the file's times show the picture at another moment.",
            fix: "Write the sums of EXTINF as times of the fragments."
        ) { video, occurrences in
            for case (let segment, let picture?) in zip(video.playlist.segments, video.pictures) {
                // Both are rounded.
                guard abs(picture.time.milliseconds - segment.start.milliseconds) > 1 else { continue }
                occurrences.note(
                    line: segment.line, "The frame at \(segment.start) has the time \(picture.time) in the file.")
            }
        }
    }
}
