/// Comparing secrets without telling by the time it takes how much of a guess was right.
enum ConstantTime {
    /// Whether two byte strings are the same; takes as long as the longer one is, whatever they hold.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var difference = left.count ^ right.count
        for index in 0..<max(left.count, right.count) {
            let one = index < left.count ? left[index] : 0
            let other = index < right.count ? right[index] : 0
            difference |= Int(one ^ other)
        }
        return difference == 0
    }
}
