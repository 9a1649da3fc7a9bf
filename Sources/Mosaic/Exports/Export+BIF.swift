import PlayerFormats
import TiledJPEG
import WebVTT

extension Export {
    /// Roku's archive of pictures.
    package static let bif = Export(
        "bif", "a BIF file, for Roku", .exact, document: "thumbnails.bif", .bytes, takesCadence: true, statesEnd: false
    ) { source in
        let shown = try source.shown()
        let times = try BIFTimes(shown, cadence: source.options.cadence)
        // The document that links name is last.
        return source.storyboards.members.reversed().map { member in
            ExportFile(
                member.path(of: "thumbnails.bif"), .bytes, isImmutable: false,
                .made { try await times.file(of: member, source) })
        }
    }
}

/// The times of a BIF file: those of the track, or those of a requested cadence.
struct BIFTimes: Sendable {
    private let images: [(tile: Int, time: Timestamp)]

    init(_ shown: ShownTiles, cadence: Timestamp?) throws {
        guard let cadence else {
            images = shown.spans.map { ($0.tile, $0.start) }
            return
        }
        images = try Resampling(shown, cadence: cadence).tiles.enumerated().map { step, tile in
            (tile, Timestamp(milliseconds: Int64(step) * cadence.milliseconds))
        }
    }

    /// The file of one width.
    ///
    /// - Throws: what the reader throws, `limitExceeded`.
    func file(of member: StoryboardSet.Member, _ source: ExportSource) async throws -> [UInt8] {
        var gathered = GatheredPictures(of: member, in: source)
        for image in images { try await gathered.append(image.tile, at: image.time) }
        let all = gathered.pictures
        return try MosaicError.translatingFormat { () throws(ThumbnailFormatError) in try BIFFile.serialized(all) }
    }
}
