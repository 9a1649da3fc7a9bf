import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// WebVTT that is called something else, or is said not to be UTF-8.
    static var trackContentType: Self {
        Self(
            "track-content-type", .advice,
            affected:
                "Players read the text all the same; browsers that open it may save it, or show its letters wrong.",
            fix: "Send Content-Type: text/vtt; charset=utf-8."
        ) { answers, occurrences in
            for answer in answers.found(.track) where !answer.isJSON && answer.mediaType != "application/json" {
                let type = answer.headers["Content-Type"]?.lowercased() ?? "none"
                let isForeign = type.contains("charset=") && !type.contains("utf-8") && !type.contains("utf8")
                guard answer.mediaType != "text/vtt" || isForeign else { continue }
                occurrences.note("The track has the content type \(type.quoted).")
            }
        }
    }
}
