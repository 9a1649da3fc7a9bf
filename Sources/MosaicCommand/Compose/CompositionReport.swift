import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import Raster
import TiledJPEG
import WebVTT

/// The report of `compose`.
struct CompositionReport: Report {
    /// Maximum number of film frames reported individually.
    private static let mostDamaged = 5

    private struct Remark: Encodable {
        let name: String
        let state: Tile.State
        let reason: String
    }

    private let storyboard: Storyboard
    /// Storyboards of the further widths.
    private let further: [Storyboard]
    /// The folder of the written files, with a slash at its end.
    private let folder: String
    /// Paths of the written files.
    private let links: StoryboardDocument.Links
    private let damaged: [Remark]
    private let decoded: [String: Int]
    private let reusedTiles: Int
    private let withICCProfile: Int
    private let notes: [String]
    /// The part of the report about a film; nil for screenshots.
    private let film: FilmReport?
    /// Time to read, compose and publish; `nil` omits it.
    private let elapsed: Duration?

    init(
        _ composition: Composition, listing: ScreenshotListing, output: String, documents: Set<PublishedDocument>,
        earlierBase: String? = nil, elapsed: Duration? = nil
    ) {
        self.elapsed = elapsed
        storyboard = composition.storyboard
        further = composition.further
        folder = output.hasSuffix("/") ? output : output + "/"
        links = StoryboardDocument.Links(storedBelow: folder, requested: documents)
        damaged = composition.remarkable.map {
            Remark(name: $0.source.name, state: $0.state, reason: $0.reason ?? "")
        }
        decoded = Dictionary(
            uniqueKeysWithValues: MadeTile.Decoding.allCases.map { way in
                (way.rawValue, composition.decodings.count { $0 == way })
            })
        reusedTiles = composition.reusedTiles
        withICCProfile = composition.withICCProfile
        var baseURL = [Self.remark(onBaseURL: storyboard.track.baseURL)].compactMap(\.self)
        if let earlierBase, !storyboard.isElsewhere {
            baseURL.append(
                "The URLs of sheets began with \(earlierBase), and are relative to the track now; --base-url \(earlierBase) "
                    + "keeps them.")
        }
        film = listing.film.map { FilmReport($0, composition) }
        notes = listing.remarks + (film?.remarks ?? []) + composition.remarks + baseURL
    }

    private enum Key: String, CodingKey {
        case decoded, damaged, skipped, notes, film
        case reusedTiles = "reused_tiles"
        case withICCProfile = "with_icc_profile"
    }

    /// The doctor's remark on a track with this base URL; nil without one.
    private static func remark(onBaseURL url: String?) -> String? {
        guard let url, url.hasPrefix("/"), !url.hasPrefix("//") else { return nil }
        return "With --base-url \(url) URLs begin at the host's root, and videojs-vtt-thumbnails misses the sheets; a "
            + "whole URL works in every player."
    }

    /// Encodes the keys of the storyboard and of the composition as one object.
    func encode(to encoder: any Encoder) throws {
        let bytes = further.reduce(storyboard.sheetBytes) { $0 + $1.sheetBytes }
        try StoryboardDocument(storyboard, bytes: bytes, links: links).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(decoded, forKey: .decoded)
        try container.encode(damaged, forKey: .damaged)
        try container.encode(storyboard.skipped, forKey: .skipped)
        try container.encode(notes, forKey: .notes)
        try container.encode(reusedTiles, forKey: .reusedTiles)
        try container.encode(withICCProfile, forKey: .withICCProfile)
        try container.encodeIfPresent(film, forKey: .film)
    }

    /// Counts of all, decoded and reused tiles: `12 tiles, 3 decoded, 9 reused`.
    static func counts(of composition: Composition) -> String {
        let tiles = composition.storyboard.tiles.count
        return
            "\(tiles) \(tiles == 1 ? "tile" : "tiles"), \(composition.madeTiles) decoded, \(composition.reusedTiles) reused"
    }

    /// Lines on damaged and skipped files, ICC profiles and other remarks.
    var remarks: [String] {
        // A truncated film gives many tiles the same reason; the JSON report lists all of them.
        let shown = film == nil ? damaged[...] : damaged.prefix(Self.mostDamaged)
        var lines = shown.map { remark in
            let outcome = remark.state == .placeholder ? " A placeholder stands in." : ""
            return "\(remark.name): \(remark.reason)\(outcome)"
        }
        if shown.count < damaged.count { lines.append("\(damaged.count - shown.count) more; --json names them.") }
        // A folder may hold thousands of other files; the JSON report lists all of them.
        let skipped = storyboard.skipped
        lines += skipped.prefix(5).map { "\($0.name): skipped. \($0.reason)" }
        let more = skipped.count - 5
        if more == 1 { lines.append("1 more file was skipped; --json names it.") }
        if more > 1 { lines.append("\(more) more files were skipped; --json names them.") }
        if withICCProfile > 0 {
            let pictures = withICCProfile == 1 ? "1 picture has" : "\(withICCProfile) pictures have"
            lines.append("\(pictures) an ICC profile that is not converted: it is damaged, or has tables.")
        }
        return lines + notes
    }

    private static func counts(of storyboard: Storyboard, in folder: String) -> String {
        let (tiles, sheets) = (storyboard.tiles.count, storyboard.sheets.count)
        let gray = storyboard.placeholders.count
        return "\(tiles) \(tiles == 1 ? "tile" : "tiles") of \(storyboard.geometry.tile)"
            + (gray > 0 ? ", \(gray) of them \(gray == 1 ? "a placeholder" : "placeholders"), " : " ")
            + "on \(sheets) \(sheets == 1 ? "sheet" : "sheets") "
            + "(\(storyboard.geometry.grid), \((storyboard.sheetBytes + 512) / 1_024) KiB): "
            + "\(folder)\(Storyboard.trackName)"
    }

    /// `0.8 s`, or `2:05 min` from a minute on.
    private static func text(of elapsed: Duration) -> String {
        let tenths = Int((elapsed / .milliseconds(100)).rounded())
        guard tenths >= 600 else { return "\(tenths / 10).\(tenths % 10) s" }
        let seconds = tenths / 10
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) min"
    }

    /// The counts, the time it took, and lines to paste into players.
    var summary: String? {
        var lines = [Self.counts(of: storyboard, in: folder)]
        lines += further.map { Self.counts(of: $0, in: "\(folder)\($0.geometry.tile.width)/") }
        if let elapsed { lines.append("It took \(Self.text(of: elapsed)).") }
        lines += PlayerLines(baseURL: storyboard.track.baseURL, folder: folder).lines
        if let preview = links[.preview] {
            lines.append("Look at it:   \(URL(fileURLWithPath: preview).absoluteString)")
        }
        return lines.joined(separator: "\n")
    }
}

/// The part of a report about a film: the choice of its frames, and their distance from the requested times.
struct FilmReport: Encodable {
    private let film: FilmSummary
    private let decoded: Int
    /// Number of placeholder tiles at the end of the film, and the time of the first of them.
    private let cutOff: (count: Int, from: Timestamp)?
    /// The tile whose frame is farthest from the tile's time, and the difference in milliseconds.
    private let farthest: (difference: Int64, time: Timestamp)?

    init(_ film: FilmSummary, _ composition: Composition) {
        self.film = film
        let tiles = composition.storyboard.tiles
        decoded = composition.madeTiles
        let lost = tiles.reversed().prefix { $0.state == .placeholder }
        cutOff = lost.last.map { (lost.count, $0.time) }
        farthest = tiles.compactMap { tile in
            tile.frameTime.map { (abs($0.milliseconds - tile.time.milliseconds), tile.time) }
        }.max { $0.0 < $1.0 }
    }

    /// Remarks on the film, one sentence each.
    var remarks: [String] {
        var lines: [String] = []
        if film.chapters > 0 { lines.append("\(film.chapters) \(film.chapters == 1 ? "chapter" : "chapters").") }
        // Frames of exact tiles begin less than one frame before their times.
        if film.choice != .exact, let farthest, farthest.difference > 0 {
            lines.append(
                "Tiles show key frames, up to \(Timestamp(milliseconds: farthest.difference).decimalSeconds) s from their "
                    + "times; --exact always takes the frames at the times, and takes longer.")
        }
        if let cutOff {
            let tiles =
                cutOff.count == 1 ? "The last tile is a placeholder" : "The last \(cutOff.count) tiles are placeholders"
            lines.append("\(tiles), from \(cutOff.from) on.")
        }
        return lines
    }

    private enum Key: String, CodingKey {
        case frames, chapters, decoded
        case duration = "duration_ms"
        case spacing = "spacing_ms"
        case difference = "largest_difference_ms"
        case cutOff = "cut_off"
    }

    /// Encodes an unknown duration, the spacing of listed times and the difference of a film without frames as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(film.duration, forKey: .duration)
        try container.encode(film.spacing, forKey: .spacing)
        try container.encode(film.choice, forKey: .frames)
        try container.encode(film.chapters, forKey: .chapters)
        try container.encode(decoded, forKey: .decoded)
        try container.encode(farthest?.difference, forKey: .difference)
        try container.encode(cutOff?.count ?? 0, forKey: .cutOff)
    }
}
