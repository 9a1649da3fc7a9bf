import WebVTT

/// Durations of XML Schema as manifests have them: `PT1H2M3.5S`.
enum DASHDuration {
    /// Reads days, hours, minutes and seconds; nil for a sign, for years and for months, whose length is not known.
    static func parse(_ text: String) -> Timestamp? {
        var rest = text.utf8[...]
        guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
        var seconds: [UInt8: Int64] = [UInt8(ascii: "D"): 86_400]
        var total: Int64 = 0
        var hasField = false
        while let first = rest.first {
            if first == UInt8(ascii: "T") {
                rest.removeFirst()
                seconds = [UInt8(ascii: "H"): 3600, UInt8(ascii: "M"): 60, UInt8(ascii: "S"): 1]
                continue
            }
            guard let end = rest.firstIndex(where: { $0 >= 0x41 }), let unit = seconds[rest[end]],
                let value = DecimalSeconds.microseconds(rest[..<end])
            else { return nil }
            let (product, overflows) = value.multipliedReportingOverflow(by: unit)
            let (sum, carries) = total.addingReportingOverflow(product)
            guard !overflows, !carries, sum < .max - 500 else { return nil }
            total = sum
            hasField = true
            rest = rest[rest.index(after: end)...]
        }
        return hasField ? DecimalSeconds.rounded(microseconds: total) : nil
    }
}
