import PlayerFormats
import WebVTT

/// Rules on files that break their own format.
extension DoctorRule where Subject == ThumbnailFormatError {
    /// A playlist that cannot be read.
    static var unreadablePlaylist: Self {
        unreadable(
            "unreadable-playlist", fix: "Write the line as RFC 8216 and Image Media Playlist, version 0.4, have it.")
    }

    /// A manifest that cannot be read.
    static var unreadableManifest: Self {
        unreadable("unreadable-manifest", fix: "Write well-formed XML in UTF-8, without a DOCTYPE.")
    }

    /// A BIF file that cannot be read.
    static var unreadableBIF: Self {
        unreadable("unreadable-bif", fix: "Write the file again; look whether all of it was copied.")
    }

    private static func unreadable(_ name: String, fix: String) -> Self {
        Self(name, .breaks, affected: "Players refuse the whole file, or read it in different ways.", fix: fix) {
            error, occurrences in
            let line = error.subject.hasPrefix("line ") ? Int(error.subject.dropFirst(5)) : nil
            occurrences.note(line: line, line == nil ? "\(error.subject): \(error.reason)" : error.reason)
        }
    }
}
