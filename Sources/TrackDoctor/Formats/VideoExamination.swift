import Foundation
import PlayerFormats
import WebVTT

/// The file of a playlist's frames as the rules see it.
struct VideoExamination: Sendable {
    let playlist: HLSMediaPlaylist
    /// Why the file did not come; nil where it came.
    let missing: String?
    /// Why the file cannot be read; nil where it can or did not come.
    let fault: ThumbnailFormatError?
    /// For each frame of the playlist the picture in its bytes; nil for a frame that has none or several.
    let pictures: [MotionJPEGFile.Sample?]

    init(_ playlist: HLSMediaPlaylist, _ file: DeliveredFile) {
        self.playlist = playlist
        switch file {
        case .missing(let reason): (missing, fault, pictures) = (reason, nil, [])
        case .bytes(let bytes):
            missing = nil
            do {
                let video = try MotionJPEGFile(parsing: bytes)
                // A playlist may name each of its frames as often as the file has pictures.
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
    /// Requests the file of a playlist's frames; nil where no file is named or none is wanted.
    func video(
        of playlist: HLSMediaPlaylist?, relativeTo base: URL
    ) async throws -> (examination: VideoExamination, answer: ExaminedAnswer?)? {
        guard let playlist, looksAtSheets, let first = playlist.segments.first else { return nil }
        let (file, answer) = try await file(first.uri, line: first.line, relativeTo: base, as: .video)
        return (VideoExamination(playlist, file), answer)
    }
}

extension [Int] {
    /// The first position whose element does not belong to the leading part that satisfies a condition; O(log n).
    fileprivate func partitionPoint(_ belongs: (Int) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
