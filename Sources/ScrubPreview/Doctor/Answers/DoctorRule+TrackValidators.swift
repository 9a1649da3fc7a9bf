import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Tracks without validators for conditional requests.
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
}
