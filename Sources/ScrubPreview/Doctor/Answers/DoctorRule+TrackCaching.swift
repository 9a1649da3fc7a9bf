import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Tracks that caches may keep for more than a day.
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
}
