import Foundation
import ScrubPreview

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import SwiftUI
#endif

// The code between `snippet` and `end` is that of the article "Embedding a scrub preview"; `CodeListingsTests` compares them.

@MainActor func loadAndLookUp(_ vttURL: URL, show: (TilePicture) -> Void) async throws {
    // snippet
    let track = try await ThumbnailTrack.load(from: vttURL)
    if let tile = track.tile(at: .seconds(83.5)) {
        let picture = try await track.picture(for: tile)
        show(picture)
    }
    // end
}

// snippet
@MainActor final class ScrubBar {
    private let track = ThumbnailTrack()
    private var request: Task<Void, Never>?
    private let show: (TilePicture?) -> Void

    init(show: @escaping (TilePicture?) -> Void) {
        self.show = show
    }

    func open(_ vttURL: URL) async throws {
        try await track.load(from: vttURL)
        track.watchMemory()
    }

    func move(to seconds: Double) {
        request?.cancel()
        guard let tile = track.tile(at: .seconds(seconds)) else { return show(nil) }
        if let picture = track.heldPicture(for: tile) { return show(picture) }
        request = Task {
            guard let picture = try? await track.picture(for: tile), !Task.isCancelled else { return }
            show(picture)
        }
    }

    func release() {
        request?.cancel()
        show(nil)
        track.stopShowing()
    }

    func close() {
        track.reset()
    }
}
// end

#if canImport(AVFoundation) && canImport(SwiftUI)
    // snippet
    struct PlayerControls: View {
        let player: AVPlayer
        let duration: Double
        let track: ThumbnailTrack
        @State private var position = 0.0
        @State private var isScrubbing = false

        var body: some View {
            VStack {
                if isScrubbing {
                    ScrubPreviewImage(track, at: .seconds(position)) { ProgressView() }
                        .frame(height: 90)
                }
                Slider(value: $position, in: 0...duration) { isEditing in
                    isScrubbing = isEditing
                    guard !isEditing else { return }
                    player.seek(to: CMTime(seconds: position, preferredTimescale: 600))
                }
            }
        }
    }
    // end

    @MainActor func followPlayer(
        _ player: AVPlayer, _ track: ThumbnailTrack, show: @escaping @MainActor (PreviewTile?) -> Void
    ) -> Any {
        // snippet
        let interval = CMTime(seconds: 1, preferredTimescale: 600)
        let observer = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { time in
            MainActor.assumeIsolated { show(track.tile(at: time)) }
        }
        // end
        return observer
    }
#endif

struct Bitmap: Sendable, Equatable {
    let byteCount: Int
}

func leaveDecoded(
    _ picture: TilePicture, of tile: PreviewTile, with track: ThumbnailTrack, decode: (TilePicture) -> Bitmap
) -> Bitmap? {
    // snippet
    let image = decode(picture)
    track.hold(image, byteCount: image.byteCount, for: tile)
    let again = track.heldImage(for: tile, as: Bitmap.self)
    // end
    return again
}

func giveMemoryBack(_ track: ThumbnailTrack, log: (String) -> Void) {
    // snippet
    let freed = track.purge(.low)
    let rest = track.purge(.critical)
    log("\(freed + rest) bytes freed")
    // end
}

func loadWithCredentials(_ vttURL: URL, accessToken: String) async throws -> ThumbnailTrack {
    // snippet
    var options = ThumbnailTrack.Options()
    options.credentials = Credentials(headers: ["Authorization": "Bearer \(accessToken)"])
    options.maximumThumbnails = nil
    options.byteBudget = 8 << 20
    options.reading = .strict
    let track = try await ThumbnailTrack.load(from: vttURL, options: options)
    // end
    return track
}

func loadInSession(_ vttURL: URL, configuration: URLSessionConfiguration) async throws -> ThumbnailTrack {
    // snippet
    var options = ThumbnailTrack.Options()
    options.loader = SessionLoader(configuration)
    let track = try await ThumbnailTrack.load(from: vttURL, options: options)
    // end
    return track
}

// snippet
struct BundledFiles: ResourceLoader {
    let files: [String: [UInt8]]

    func load(_ request: ResourceRequest) async throws -> ResourceAnswer {
        guard let bytes = files[request.url.lastPathComponent] else {
            return ResourceAnswer(url: request.url, status: 404, bytes: [])
        }
        return ResourceAnswer(url: request.url, bytes: bytes)
    }
}
// end

func loadWithCache(_ vttURL: URL, cachesFolder: URL) async throws -> ThumbnailTrack {
    // snippet
    var options = ThumbnailTrack.Options()
    options.cache = .forSheets(diskCapacity: 64 << 20, in: cachesFolder)
    let track = try await ThumbnailTrack.load(from: vttURL, options: options)
    // end
    return track
}

func prefetchAround(_ track: ThumbnailTrack, position: Double) async throws {
    // snippet
    try await track.prefetch(around: .seconds(position), sheetCount: 3)
    // end
}

func copyAndOpen(_ track: ThumbnailTrack, folder: URL) async throws -> ThumbnailTrack {
    // snippet
    let report = try await track.save(to: folder)
    let offline = try await ThumbnailTrack.load(from: report.copy)
    // end
    return offline
}

func tellRepairs(_ track: ThumbnailTrack, log: (String) -> Void) {
    // snippet
    for repair in track.report?.repairs ?? [] { log("\(repair)") }
    for cue in track.report?.skipped ?? [] { log("\(cue.reason)") }
    // end
}
