import Foundation
import ScrubPreview
import WebVTT

/// The pictures of a story's chapters out of its storyboard: one sheet in place of a request for each picture.
struct ChapterSheet: Sendable {
    /// A loaded track.
    let track: ThumbnailTrack
    /// The tile of each chapter, the first chapter at 0; nil shows the placeholder.
    let tiles: [PreviewTile?]

    /// Loads a track with the tiles of all chapters.
    ///
    /// - Parameter credentials: For a server with `--read token`; a signed URL of the track needs none.
    /// - Throws: What `ThumbnailTrack` throws; a story that was never composed has no track.
    static func load(
        _ track: URL, times: [Double?], credentials: Credentials = Credentials()
    ) async throws -> ChapterSheet {
        var options = ThumbnailTrack.Options()
        options.credentials = credentials
        // Without the limit for scrub bars every chapter has its tile.
        options.maximumThumbnails = nil
        return ChapterSheet(try await ThumbnailTrack.load(from: track, options: options), times: times)
    }

    /// Finds the tiles of chapters.
    ///
    /// - Parameters:
    ///   - track: A loaded track.
    ///   - times: Seconds at which the chapters begin, the first chapter at 0; nil for one without a screenshot.
    init(_ track: ThumbnailTrack, times: [Double?]) {
        self.track = track
        let starts = times.map { $0.flatMap(Timestamp.init(seconds:)) }
        let order = starts.indices.filter { starts[$0] != nil }
            .sorted { (starts[$0]?.milliseconds ?? 0, $0) < (starts[$1]?.milliseconds ?? 0, $1) }
        var tiles: [PreviewTile?] = Array(repeating: nil, count: times.count)
        if order.count == track.count {
            for (number, chapter) in order.enumerated() { tiles[chapter] = track.tile(numbered: number) }
        } else {
            // Some screenshots are not there yet. A tile belongs to the chapter that begins with it; the first one may
            // begin before its chapter, so nothing tells which chapter it shows.
            for chapter in order {
                let tile = track.tile(at: starts[chapter], policy: .active)
                tiles[chapter] = tile.flatMap { $0.start == starts[chapter] ? $0 : nil }
            }
        }
        self.tiles = tiles
    }

    /// The picture of a chapter, the first one at 0; nil where there is none. All chapters of a sheet share a download.
    ///
    /// - Throws: What `ThumbnailTrack` throws; `CancellationError`.
    func picture(of chapter: Int) async throws -> TilePicture? {
        guard tiles.indices.contains(chapter), let tile = tiles[chapter] else { return nil }
        return try await track.picture(for: tile)
    }
}
