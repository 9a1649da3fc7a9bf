import Foundation
import Testing

/// Waiting for what has to come in the end, however slow the machine is.
enum Poll {
    /// Looks every few milliseconds.
    static func wait(for what: String, until isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try !isSo() {
            try #require(ContinuousClock.now < deadline, "it never came: \(what)")
            usleep(10_000)
        }
    }
}
