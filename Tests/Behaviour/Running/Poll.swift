import Foundation
import Testing

/// Waits for conditions, also on a slow machine.
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
