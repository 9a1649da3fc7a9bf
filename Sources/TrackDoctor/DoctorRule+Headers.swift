import HTTPFetching
import PlayerFormats
import WebVTT

/// Rules on content types and caching.
extension DoctorRule where Subject == [ExaminedAnswer] {
    /// WebVTT with a content type other than text/vtt and application/json, or with a charset other than UTF-8.
    static var trackContentType: Self {
        Self(
            "track-content-type", .advice,
            affected:
                "Players read the text all the same; browsers that open it may save it, or show its letters wrong.",
            fix: "Send Content-Type: text/vtt; charset=utf-8."
        ) { answers, occurrences in
            for answer in answers.found(.track) where answer.content.isWebVTT && answer.mediaType != "application/json"
            {
                let type = answer.headers["Content-Type"]?.lowercased() ?? "none"
                let isForeign = type.contains("charset=") && !type.contains("utf-8") && !type.contains("utf8")
                guard answer.mediaType != "text/vtt" || isForeign else { continue }
                occurrences.note("The track has the content type \(type.quoted).")
            }
        }
    }

    /// A playlist or manifest with another content type.
    static var formatContentType: Self {
        Self(
            "format-content-type", .advice,
            affected: "Players that are given an address alone choose by the content type how to read it.",
            fix: "Send Content-Type: application/vnd.apple.mpegurl with playlists of HLS, application/dash+xml with "
                + "manifests of DASH."
        ) { answers, occurrences in
            for answer in answers.found(.track) {
                let content = answer.content
                let types = content.mediaTypes
                guard !types.isEmpty, !types.contains(answer.mediaType ?? "") else { continue }
                let type = answer.headers["Content-Type"] ?? "none"
                occurrences.note(
                    line: answer.line,
                    "\(answer.name.quoted) is \(content.name ?? "") of the content type \(type.quoted).")
            }
        }
    }

    /// JSON whose content type is not exactly application/json, or WebVTT with that content type.
    static var contentTypeConfusion: Self {
        Self(
            "content-type-confusion", .breaks,
            affected: "Vidstack goes by the content type alone: it reads JSON as WebVTT, or WebVTT as JSON, and shows "
                + "nothing.",
            fix: "Send Content-Type: text/vtt; charset=utf-8 with WebVTT and application/json, without a charset, "
                + "with JSON."
        ) { answers, occurrences in
            for answer in answers.found(.track) {
                let type = answer.headers["Content-Type"] ?? "none"
                let content = answer.content
                guard content.isWebVTT || content == .json else { continue }
                if answer.isJSON != (type == "application/json") {
                    occurrences.note("A \(answer.isJSON ? "JSON" : "WebVTT") file has the content type \(type.quoted).")
                }
            }
        }
    }

    /// Sheets whose content type is not an image type.
    static var sheetContentType: Self {
        Self(
            "sheet-content-type", .advice,
            affected: "Browsers have to guess what the file is; for text types they refuse to on pages of another "
                + "origin.",
            fix: "Send Content-Type: image/jpeg, or what the sheet is."
        ) { answers, occurrences in
            for answer in answers.found(.sheet) where answer.mediaType?.hasPrefix("image/") != true {
                let type = answer.headers["Content-Type"] ?? "none"
                occurrences.note(line: answer.line, "\(answer.name.quoted) has the content type \(type.quoted).")
            }
        }
    }

    /// Responses with `Content-Disposition: attachment`.
    static var contentDisposition: Self {
        Self(
            "content-disposition", .advice,
            affected: "Browsers that open the address download the file instead of showing it.",
            fix: "Leave Content-Disposition out."
        ) { answers, occurrences in
            for answer in answers where answer.isFound {
                guard let disposition = answer.headers["Content-Disposition"],
                    disposition.lowercased().hasPrefix("attachment")
                else { continue }
                occurrences.note(line: answer.line, "\(answer.name.quoted) is sent as an attachment.")
            }
        }
    }

    /// Tracks that caches may reuse for more than a day.
    static var trackCaching: Self {
        Self(
            "track-caching", .advice,
            affected: "Every player goes on with an old track, whose sheets may be gone.",
            fix: "Send Cache-Control: no-cache with the track."
        ) { answers, occurrences in
            for answer in answers.found(.track) {
                guard let seconds = CacheControl(answer.headers["Cache-Control"]).freshness, seconds > 86_400 else {
                    continue
                }
                occurrences.note("Caches may keep the track for more than a day.")
            }
        }
    }

    /// Tracks without a validator for conditional requests.
    static var trackValidators: Self {
        Self(
            "track-validators", .advice,
            affected: "Every player loads the whole track again where a word from the server would do.",
            fix: "Send an ETag with the track."
        ) { answers, occurrences in
            for answer in answers.found(.track)
            where answer.headers["ETag"] == nil && answer.headers["Last-Modified"] == nil {
                occurrences.note("The track comes without ETag and Last-Modified.")
            }
        }
    }

    /// Sheets without a stated freshness of at least an hour.
    static var sheetCaching: Self {
        Self(
            "sheet-caching", .advice,
            affected: "Players ask the server again while a viewer scrubs.",
            fix: "Send Cache-Control: public, max-age=31536000, immutable with sheets whose names change with "
                + "their content."
        ) { answers, occurrences in
            for answer in answers.found(.sheet) {
                guard (CacheControl(answer.headers["Cache-Control"]).freshness ?? 0) < 3600 else { continue }
                occurrences.note(line: answer.line, "\(answer.name.quoted) may not be kept for an hour.")
            }
        }
    }
}

extension FileKind {
    /// Whether the file may be WebVTT: it is not JSON, a playlist, a manifest or a BIF file.
    fileprivate var isWebVTT: Bool {
        switch self {
        case .json, .playlist, .manifest, .bif: false
        default: true
        }
    }

    /// The valid content types of playlists and manifests; empty for other kinds.
    fileprivate var mediaTypes: [String] {
        switch self {
        case .playlist:
            ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl"]
        case .manifest: ["application/dash+xml"]
        default: []
        }
    }
}

/// The freshness in a `Cache-Control` field.
///
/// See [RFC 9111, section 5.2.2](https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2).
struct CacheControl {
    /// Seconds for which a copy stays fresh: 0 for `no-cache` and `no-store`, the maximum for `immutable` without
    /// `max-age`; nil if the field does not state it.
    let freshness: Int64?

    init(_ field: String?) {
        var freshness: Int64?
        var isAlwaysStale = false
        for directive in field?.lowercased().split(separator: ",") ?? [] {
            let parts = directive.split(separator: "=", maxSplits: 1).map {
                $0.filter { !$0.isWhitespace && $0 != "\"" }
            }
            switch (parts.first, parts.dropFirst().first) {
            case ("no-cache", nil), ("no-store", nil): isAlwaysStale = true
            case ("max-age", let seconds?): freshness = Int64(seconds) ?? freshness
            case ("immutable", nil): freshness = freshness ?? .max
            default: break
            }
        }
        self.freshness = isAlwaysStale ? 0 : freshness
    }
}

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Rules on the server's responses for a track and its sheets, in report order.
    static var answers: [Self] {
        [
            trackStatus, crossOriginAccess, refusedEmbedding, insecureRedirects, contentTypeConfusion,
            trackContentType, formatContentType, sheetContentType, resourcePolicy, contentDisposition, trackCaching,
            trackValidators,
            sheetCaching, redirects,
        ]
    }
}

extension DoctorRule where Subject == [ExaminedSheet] {
    /// Rules on the sheets themselves, in report order.
    static var sheets: [Self] {
        [
            missingSheets, unreadableSheets, outsideTheSheet, undeclaredSizes, oversizedSheets, largeSheets,
            turnedSheets,
        ]
    }
}

extension DoctorRule where Subject == [NamedAddress] {
    /// Rules on the URLs in the track, in report order.
    static var addresses: [Self] { [insecureAddresses, privateHosts] }
}
