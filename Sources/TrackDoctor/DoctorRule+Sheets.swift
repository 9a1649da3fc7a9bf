import TiledJPEG
import WebVTT

/// Rules on the images of sheets.
extension DoctorRule where Subject == [ExaminedSheet] {
    /// Sheets that cannot be loaded from the cues' URLs.
    static var missingSheets: Self {
        Self(
            "missing-sheets", .breaks,
            affected: "No player has anything to show for the cue.",
            fix: "Publish the sheet, or correct its URL: relative ones resolve against the track's."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard case .missing(let reason) = sheet.outcome else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name): \(reason)")
            }
        }
    }

    /// Files that are not images, or are truncated or damaged.
    static var unreadableSheets: Self {
        Self(
            "unreadable-sheets", .breaks,
            affected: "No player has anything to show for the cue.",
            fix: "Publish the sheet as JPEG or PNG; check the file, or the response of the address."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard case .unreadable(let reason) = sheet.outcome else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name): \(reason)")
            }
        }
    }

    /// Sheets with an Exif orientation other than upright.
    static var turnedSheets: Self {
        Self(
            "turned-sheets", .advice,
            affected: "Browsers turn the sheet and other players may not, so that rectangles hit other tiles.",
            fix: "Store the sheet upright, without Exif data."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard case .picture(let header) = sheet.outcome, header.orientation != .topLeft else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name) is to be turned before it is shown.")
            }
        }
    }

    /// Sheets with a side of more than 4096 pixels.
    static var oversizedSheets: Self {
        Self(
            "oversized-sheets", .breaks,
            affected: "Android players show nothing where textures end at 4096 pixels; Safari on iOS refuses canvases "
                + "past 16 777 216.",
            fix: "Use fewer tiles on a sheet: sides of at most 2048 pixels."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard let size = sheet.size, max(size.width, size.height) > 4096 else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name) has \(size) pixels.")
            }
        }
    }

    /// Sheets with a side of 2049 to 4096 pixels.
    static var largeSheets: Self {
        Self(
            "large-sheets", .advice,
            affected: "Rokus with 512 MB fail on 10x10 tiles of 320 pixels and take 5x5.",
            fix: "Use fewer tiles on a sheet: sides of at most 2048 pixels."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard let size = sheet.size, (2049...4096).contains(max(size.width, size.height)) else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name) has \(size) pixels.")
            }
        }
    }

    /// Sheets whose size differs from the size in their playlist or manifest, such as a last sheet that is not padded.
    static var undeclaredSizes: Self {
        Self(
            "undeclared-sizes", .breaks,
            affected: "dash.js and Shaka derive tiles from the size that is declared, and show parts of other tiles.",
            fix: "Declare the size of the sheets; fill the last one up to the whole grid."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard let size = sheet.size, let declared = sheet.declared, size != declared else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name) has \(size) pixels, not \(declared).")
            }
        }
    }

    /// Playlists that cannot be loaded from the URIs in a multivariant playlist.
    static var missingPlaylists: Self {
        Self(
            "missing-playlists", .breaks,
            affected: "No player has thumbnails to show.",
            fix: "Publish the playlist, or correct its URI: relative ones resolve against this playlist's."
        ) { playlists, occurrences in
            for playlist in playlists {
                guard case .missing(let reason) = playlist.outcome else { continue }
                occurrences.note(line: playlist.line, "\(playlist.name): \(reason)")
            }
        }
    }

    /// Rectangles that extend beyond their sheet.
    static var outsideTheSheet: Self {
        Self(
            "outside-the-sheet", .breaks,
            affected: "Every player shows an empty or cut tile.",
            fix: "Keep x + width and y + height within the sheet; look whether the track belongs to these sheets."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard let size = sheet.size else { continue }
                for tile in sheet.tiles {
                    // The rule `empty-fragments` reports empty rectangles.
                    guard let fragment = tile.fragment, fragment.width > 0, fragment.height > 0,
                        !fragment.lies(within: size)
                    else { continue }
                    occurrences.note(
                        line: tile.line, "#\(fragment) reaches past the \(size) pixels of \(sheet.name).")
                }
            }
        }
    }
}

extension MediaFragment {
    /// Whether the rectangle is completely inside a sheet of this size.
    func lies(within size: PixelSize) -> Bool {
        let whole = unit == .percent ? PixelSize(width: 100, height: 100) : size
        return PixelRect(x: x, y: y, width: width, height: height).lies(within: whole)
    }
}

/// A requested sheet, and the cues that refer to it.
struct ExaminedSheet: Sendable {
    /// The tile of one cue.
    struct Tile: Sendable {
        /// Line of the cue's times, of the playlist's URI or of the manifest's Representation, from 1; nil in JSON.
        let line: Int?
        /// The tile's rectangle; nil for the whole sheet.
        let fragment: MediaFragment?
    }

    /// The result of requesting the sheet.
    enum Outcome: Sendable {
        case picture(ImageHeader)
        /// The file is not a complete image with a readable header; with the reason in one sentence.
        case unreadable(String)
        /// The file could not be loaded; with the reason in one sentence.
        case missing(String)
    }

    /// URL as in the cues, without fragment.
    let url: String
    /// Tiles in cue order, at least one.
    let tiles: [Tile]
    let outcome: Outcome
    /// Size that the playlist or manifest declares, in pixels; nil if readers use the image's own size.
    var declared: PixelSize?

    /// First line of the track that refers to the sheet, from 1; nil in JSON.
    var line: Int? { tiles.first?.line ?? nil }

    /// Name of the sheet in messages: the URL's last path component, without query, in quotation marks.
    var name: String {
        let path = url.prefix { $0 != "?" }
        return String(path.split(separator: "/").last ?? path).quoted
    }

    /// Size of the image as browsers show it, in pixels; nil without an image.
    var size: PixelSize? {
        guard case .picture(let header) = outcome else { return nil }
        return header.uprightSize
    }
}
