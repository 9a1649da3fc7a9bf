import Foundation

extension Date {
    /// The stored value: the nearest millisecond since 1970.
    var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        // 2^53, up to which a Double expresses every integer.
        let limit = 9_007_199_254_740_992.0
        return Int64(max(-limit, min(limit, milliseconds.isNaN ? 0 : milliseconds)))
    }

    /// A stored time.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The value after storing and reading.
    var inMilliseconds: Date { Date(milliseconds: milliseconds) }
}
