/// The kernel's account of the time that tasks waited for memory.
///
/// See [pressure stall information](https://docs.kernel.org/accounting/psi.html)
package struct PressureReading: Hashable, Sendable {
    /// Percent of the last ten seconds in which at least one task waited, 0...100.
    let some: Double
    /// Percent of the last ten seconds in which all of them did, 0...100.
    let full: Double

    /// Reads `some avg10=0.00 …` and, if there is one, the line that begins with `full`; nil for anything else.
    package init?(parsing text: String) {
        var averages: [Substring: Double] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let kind = fields.first, let field = fields.first(where: { $0.hasPrefix("avg10=") }),
                let average = Double(field.dropFirst("avg10=".count)), average.isFinite
            else { continue }
            averages[kind] = average
        }
        guard let some = averages["some"] else { return nil }
        self.some = some
        full = averages["full"] ?? 0
    }

    /// Nil where there is enough memory.
    ///
    /// Where some tasks lose a tenth of their time, a person begins to notice and answers are late; where all of them lose
    /// a twentieth, the machine does little else than look for memory.
    package var pressure: PressureLevel? {
        if full >= 5 { return .critical }
        return some >= 10 ? .low : nil
    }
}
