import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// JSON that is not called application/json to the letter, or WebVTT that is.
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
                if answer.isJSON != (type == "application/json") {
                    occurrences.note("A \(answer.isJSON ? "JSON" : "WebVTT") file has the content type \(type.quoted).")
                }
            }
        }
    }
}
