import FilmProtocol
package import WebVTT

/// How one frame of a film is chosen.
///
/// Together with the film's version and the wanted time it decides the picture, so that a tile is reused only where it
/// is the same.
package struct FrameSelection: Hashable, Sendable, CustomStringConvertible {
    /// Which frame stands for a time.
    package enum Choice: String, Hashable, Sendable, Encodable {
        /// The frame that is shown then.
        case exact
        /// The key frame at or before it, or the exact frame where that key frame stands for the time before.
        case keyOnce = "key_once"
        /// The key frame at or before it.
        case key

        /// The same in a request.
        var requested: FilmRequest.Choice {
            switch self {
            case .exact: .exact
            case .keyOnce: .keyOnce
            case .key: .key
            }
        }
    }

    /// Which frame stands for the time.
    package let choice: Choice
    /// Maximum distance from the time of a key frame that replaces a nearly uniform frame.
    package let reach: Timestamp
    /// From one time to the next, where key frames are shared out among times; zero elsewhere.
    package let spacing: Timestamp
    /// The time before, whose key frame is not used again; nil for the first time and where key frames repeat.
    package let previous: Timestamp?
    /// Maximum delay after the time of an intact key frame that replaces a damaged or missing frame. An undamaged
    /// film has the same pictures with any room, so that ``description`` leaves it out.
    package let room: Timestamp

    /// Such as `exact` or `key_once after 10000 within 5000 every 10000`, in milliseconds.
    package var description: String {
        var words = [choice.rawValue]
        if let previous { words.append("after \(previous.milliseconds)") }
        if reach > .zero { words.append("within \(reach.milliseconds)") }
        if spacing > .zero { words.append("every \(spacing.milliseconds)") }
        return words.joined(separator: " ")
    }

    /// The frame as a request names it.
    func frame(at time: Timestamp) -> FilmRequest.Frame {
        FilmRequest.Frame(
            time: time.microseconds, reach: reach.microseconds, spacing: spacing.microseconds,
            room: room.microseconds, choice: choice.requested)
    }

    /// The frame of ``previous``: which key frame stands for that time, and which one for that where it is uniform.
    func predecessor(at previous: Timestamp) -> FilmRequest.Frame {
        FrameSelection(choice: .key, reach: reach, spacing: spacing, previous: nil, room: room).frame(at: previous)
    }
}
