import Foundation
import Mosaic
import MosaicSystem

/// Tells whether a film has arrived as a whole: a file that is still being copied is not opened.
struct FilmArrival: Sendable {
    /// The state of a film's file.
    enum State: Hashable {
        case absent
        /// It was changed so recently that it may be changed again; with the seconds until it may be read.
        case changing(seconds: Double)
        case complete
    }

    /// The seconds that a waiting job pauses at least and at most.
    private static let pauses = 1.0...10.0

    /// The current state.
    let state: State

    /// Examines a film.
    ///
    /// - Parameters:
    ///   - root: The folder that no link to the film may leave, without links; `nil` follows every link.
    ///   - settle: Seconds for which it has to be unchanged; never less than what tells its versions apart.
    ///   - now: Nanoseconds since 1970.
    init(of path: String, below root: String? = nil, settle: Int, now: Int64) {
        if FileStatus.isAbsent(path) {
            state = .absent
            return
        }
        let window = max(SourceReading.settling, Int64(min(settle, 1_000_000)) * 1_000_000_000)
        // The time of the last change cannot be set, unlike that of the last write, which copying programs set.
        guard let status = FileStatus(path: path, below: root) else {
            state = .complete
            return
        }
        let (age, overflow) = now.subtractingReportingOverflow(status.changed)
        // A time further in the future is that of another clock.
        guard !overflow, (-window..<window).contains(age) else {
            state = .complete
            return
        }
        let rest = Double(window - max(0, age)) / 1_000_000_000
        state = .changing(seconds: min(max(rest, Self.pauses.lowerBound), Self.pauses.upperBound))
    }
}
