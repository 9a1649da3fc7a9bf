import PlayerFormats
import TiledJPEG
import WebVTT

/// A DASH manifest, for the rules.
struct ManifestExamination: Sendable {
    let manifest: DASHManifest
    /// Length of the film; nil if unknown.
    let duration: Timestamp?
}

/// Rules on the thumbnails in manifests.
extension DoctorRule where Subject == ManifestExamination {
    /// All rules, in report order.
    static var manifests: [Self] {
        [
            noThumbnails, tileProperty, sheetSize, unevenTiles, sheetDuration, sheetNumber, manifestKind,
            manifestDuration,
        ]
    }

    /// Manifests without images.
    static var noThumbnails: Self {
        Self(
            "no-thumbnails", .breaks,
            affected: "No player has thumbnails to show.",
            fix: "Add an AdaptationSet with contentType=\"image\" and mimeType=\"image/jpeg\"."
        ) { examined, occurrences in
            guard examined.manifest.images.isEmpty else { return }
            occurrences.note("The manifest has no AdaptationSet of images with a Representation.")
        }
    }

    /// Images without a valid tile property.
    static var tileProperty: Self {
        Self(
            "tile-property", .breaks,
            affected: "Shaka drops sets of images without the property, also where one picture is one tile.",
            fix: "Add an EssentialProperty with the scheme \(DASHThumbnails.tileScheme) and the value columns x rows, "
                + "1x1 for a single tile."
        ) { examined, occurrences in
            for images in examined.manifest.images {
                guard let layout = images.layout else {
                    occurrences.note(line: images.line, "\(images.id.quoted) has no property of tiles.")
                    continue
                }
                let sides = layout.split(separator: "x", omittingEmptySubsequences: false)
                guard sides.count != 2 || sides.contains(where: { (Int($0) ?? 0) < 1 }) else { continue }
                occurrences.note(line: images.line, "\(images.id.quoted) has \(layout.quoted) tiles.")
            }
        }
    }

    /// Images without the size of a sheet.
    static var sheetSize: Self {
        Self(
            "sheet-size", .breaks,
            affected: "dash.js and Shaka divide width and height by columns and rows, and have nothing to divide.",
            fix: "Give the Representation the width and height of a whole sheet."
        ) { examined, occurrences in
            for images in examined.manifest.images where images.sheet == nil {
                occurrences.note(line: images.line, "\(images.id.quoted) has no width and height.")
            }
        }
    }

    /// Sheets whose size is not a multiple of the number of tiles.
    static var unevenTiles: Self {
        Self(
            "uneven-tiles", .breaks,
            affected:
                "dash.js and Shaka derive the tile's size by division, so that tiles move away from their places.",
            fix: "Let width and height be those of a tile times columns and rows: those of the sheet, not of a tile."
        ) { examined, occurrences in
            for images in examined.manifest.images {
                guard let sheet = images.sheet, let layout = images.layout else { continue }
                let sides = layout.split(separator: "x").compactMap { Int($0) }
                guard sides.count == 2, sides[0] > 0, sides[1] > 0 else { continue }
                guard sheet.width % sides[0] != 0 || sheet.height % sides[1] != 0 else { continue }
                occurrences.note(
                    line: images.line, "\(images.id.quoted) has sheets of \(sheet) for \(layout.quoted) tiles.")
            }
        }
    }

    /// Images without a segment duration.
    static var sheetDuration: Self {
        Self(
            "sheet-duration", .breaks,
            affected: "dash.js and Shaka know no time of a tile.",
            fix: "Give the SegmentTemplate a SegmentTimeline with the duration of each sheet, or a duration above 0."
        ) { examined, occurrences in
            for images in examined.manifest.images {
                if images.hasTimeline, images.timeline == nil {
                    occurrences.note(line: images.line, "\(images.id.quoted) has a SegmentTimeline without durations.")
                } else if !images.hasTimeline, (images.ticks ?? 0) == 0 {
                    occurrences.note(line: images.line, "\(images.id.quoted) has sheets of no duration.")
                }
            }
        }
    }

    /// Templates without a segment number or time.
    static var sheetNumber: Self {
        Self(
            "sheet-number", .breaks,
            affected: "Every player loads the same sheet for all times.",
            fix: "Write $Number$ into the SegmentTemplate's media; $Time$ needs a SegmentTimeline."
        ) { examined, occurrences in
            for images in examined.manifest.images {
                guard let media = images.media else {
                    occurrences.note(line: images.line, "\(images.id.quoted) has no SegmentTemplate with media.")
                    continue
                }
                guard !media.contains("$Number"), images.timeline == nil || !media.contains("$Time") else { continue }
                occurrences.note(line: images.line, "\(images.id.quoted) has the template \(media.quoted).")
            }
        }
    }

    /// Dynamic manifests.
    static var manifestKind: Self {
        Self(
            "manifest-kind", .advice,
            affected: "The numbers of sheets depend on the clock, which players count in different ways.",
            fix: "Publish thumbnails of a whole film in a static manifest."
        ) { examined, occurrences in
            if examined.manifest.isDynamic { occurrences.note("The manifest is dynamic.") }
        }
    }

    /// A manifest without a length, or with a length shorter than the film.
    static var manifestDuration: Self {
        Self(
            "manifest-duration", .advice,
            affected:
                "Players do not know how many sheets there are, and request some that do not exist or none at the end.",
            fix: "Give mediaPresentationDuration the film's length."
        ) { examined, occurrences in
            guard let stated = examined.manifest.duration else {
                occurrences.note("The manifest has no mediaPresentationDuration.")
                return
            }
            guard let duration = examined.duration, stated < duration else { return }
            occurrences.note("The manifest ends at \(stated), the film at \(duration).")
        }
    }
}
