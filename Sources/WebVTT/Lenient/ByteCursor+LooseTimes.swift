extension ByteCursor {
    /// Reads a WebVTT timestamp, or a text that is clearly meant as one.
    ///
    /// That is one to three numbers between colons, all but the first at most 59, then optionally a point or comma and
    /// digits. More than three digits round to the nearest millisecond.
    mutating func takeLooseTimestamp() -> (time: Timestamp, repair: Repair.Kind?)? {
        var strict = self
        if let time = strict.takeTimestamp() {
            self = strict
            return (time, nil)
        }
        guard var seconds = takeNumber()?.value else { return nil }
        for _ in 0..<2 where take(":") {
            guard let field = takeNumber()?.value, field <= 59 else { return nil }
            seconds = min(seconds * 60 + field, Timestamp.limit)
        }
        let hasComma = peek == UInt8(ascii: ",")
        var fraction: Int64 = 0
        if take(".") || take(",") {
            guard let taken = takeFraction() else { return nil }
            fraction = taken
        }
        // At most 2^53 * 1000 + 1000, which still fits.
        let time = Timestamp(milliseconds: seconds * 1000 + fraction)
        return (time, hasComma ? .decimalComma : .timeSpelling)
    }
}
