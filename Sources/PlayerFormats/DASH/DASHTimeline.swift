package import WebVTT

/// The times of a Representation's sheets, in ticks of its timescale.
///
/// See [ISO/IEC 23009-1, 5.3.9.6: segment timeline](https://www.iso.org/standard/83314.html).
package struct DASHTimeline: Hashable, Sendable {
    /// Consecutive sheets of the same duration: an `S` element, or the `duration` of a SegmentTemplate.
    package struct Run: Hashable, Sendable {
        /// Start of the first sheet, in ticks.
        package let start: Int
        /// Duration of each sheet in ticks, 1 or more.
        package let ticks: Int
        /// Number of sheets, 1 or more; `nil` if they extend to the film's end.
        package let count: Int?
    }

    /// Maximum time and duration that are accepted, in ticks.
    private static let maximumTicks = 1 << 53

    /// Runs in the order of their sheets; empty if created from no durations.
    package private(set) var runs: [Run] = []
    /// Index of each run's first sheet, from 0.
    private var numbers: [Int] = []
    /// The `presentationTimeOffset` in ticks, which `$Time$` adds to a sheet's start.
    private var offset = 0

    /// Creates sheets of one duration, from 0 to the film's end.
    package init(ticks: Int) { append(Run(start: 0, ticks: max(1, ticks), count: nil)) }

    /// Creates consecutive sheets from 0, in ticks of a millisecond; each lasts at least 1 ms.
    package init(durations: some Sequence<Timestamp>) {
        var start = 0
        var pending: (start: Int, ticks: Int, count: Int)?
        for duration in durations {
            let ticks = Int(max(1, duration.milliseconds))
            if let run = pending, run.ticks == ticks {
                pending = (run.start, ticks, run.count + 1)
            } else {
                if let run = pending { append(Run(start: run.start, ticks: run.ticks, count: run.count)) }
                pending = (start, ticks, 1)
            }
            start += ticks
        }
        if let run = pending { append(Run(start: run.start, ticks: run.ticks, count: run.count)) }
    }

    /// Parses a SegmentTimeline. `nil` without an S element, for a missing or invalid duration, for an invalid start or
    /// repeat count, for a negative repeat count before an S element without a later start, and for times beyond 2^53
    /// ticks.
    init?(_ element: XMLElement, offset: Int) {
        self.offset = offset
        let segments = Array(element.children("S"))
        var next = 0
        for (place, segment) in segments.enumerated() {
            guard let ticks = segment.number("d"), 1...Self.maximumTicks ~= ticks else { return nil }
            let raw = segment.attributes["t"] == nil ? next : segment.number("t") ?? .max
            guard raw <= Self.maximumTicks else { return nil }
            let repeats = segment.attributes["r"] ?? "0"
            var count: Int?
            if !repeats.hasPrefix("-") {
                guard let more = WholeNumber.parse(repeats.utf8), more < Int(Int32.max) else { return nil }
                count = more + 1
            } else if place + 1 < segments.count {
                // A negative count repeats the segment until the next one starts.
                guard let end = segments[place + 1].number("t"), end > raw else { return nil }
                count = (end - raw - 1) / ticks + 1
            }
            append(Run(start: raw - offset, ticks: ticks, count: count))
            let (length, overflows) = ticks.multipliedReportingOverflow(by: count ?? 0)
            guard !overflows, length <= Self.maximumTicks else { return nil }
            next = raw + length
        }
        guard !runs.isEmpty else { return nil }
    }

    private mutating func append(_ run: Run) {
        numbers.append(runs.last.map { (numbers.last ?? 0) + ($0.count ?? 0) } ?? 0)
        runs.append(run)
    }

    /// Whether the `duration` of a SegmentTemplate can state all times.
    var isConstant: Bool { runs.count == 1 && runs[0].count == nil && runs[0].start == 0 }

    /// Maximum duration of a sheet, in ticks.
    var longest: Int { runs.map(\.ticks).max() ?? 1 }

    /// Start and duration of a sheet in ticks; the last run continues beyond its end. O(log runs).
    ///
    /// - Parameter sheet: Index of the sheet, from 0.
    func times(ofSheet sheet: Int) -> (start: Double, ticks: Double) {
        let place = run(ofSheet: sheet)
        let ticks = Double(runs[place].ticks)
        return (Double(runs[place].start) + Double(sheet - numbers[place]) * ticks, ticks)
    }

    /// The value of `$Time$` for a sheet, in ticks.
    func time(ofSheet sheet: Int) -> Int {
        let place = run(ofSheet: sheet)
        let length = (sheet - numbers[place]).multipliedReportingOverflow(by: runs[place].ticks).partialValue
        return length &+ runs[place].start &+ offset
    }

    /// The number of sheets that start before a time in ticks, at most 2^31 - 1.
    func count(before end: Double) -> Int {
        var count = 0
        for (place, run) in runs.enumerated() where Double(run.start) < end {
            let fitting = ((end - Double(run.start)) / Double(run.ticks)).rounded(.up)
            count = numbers[place] + min(run.count ?? .max, Int(min(fitting, Double(Int32.max))))
        }
        return min(count, Int(Int32.max))
    }

    private func run(ofSheet sheet: Int) -> Int {
        var (low, high) = (0, runs.count)
        while low + 1 < high {
            let middle = low + (high - low) / 2
            if numbers[middle] <= sheet { low = middle } else { high = middle }
        }
        return low
    }
}

/// A URL template for segments, with identifiers between dollar signs.
///
/// See [ISO/IEC 23009-1, 5.3.9.4.4: template-based segment URL construction](https://www.iso.org/standard/83314.html).
enum DASHTemplate {
    /// Replaces `$Number$`, `$Time$` and `$$` in a template; keeps unknown identifiers.
    static func expanded(_ template: String, number: Int, time: Int) -> String {
        mapped(template) { name, width in
            switch name {
            case "": "$"
            case "Number": padded(number, to: width)
            case "Time": padded(time, to: width)
            default: nil
            }
        }
    }

    /// Replaces `$RepresentationID$` and `$Bandwidth$` in a template; keeps all other identifiers.
    static func resolved(_ template: String, id: String, bandwidth: Int?) -> String {
        mapped(template) { name, width in
            switch name {
            case "RepresentationID": escaped(id)
            case "Bandwidth": bandwidth.map { padded($0, to: width) }
            default: nil
            }
        }
    }

    /// Escapes dollar signs, so that the text contains no identifiers.
    static func escaped(_ text: String) -> String {
        text.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
    }

    private static func mapped(_ template: String, _ value: (_ name: String, _ width: Int) -> String?) -> String {
        var result = ""
        let parts = template.split(separator: "$", omittingEmptySubsequences: false)
        // Identifiers are the parts with odd indexes.
        for (place, part) in parts.enumerated() {
            guard place % 2 == 1 else {
                result += part
                continue
            }
            let fields = part.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
            let width = fields.count > 1 ? width(fields[1]) : 1
            let replaced = width.flatMap { value(String(fields[0]), $0) }
            // A dollar sign without a closing dollar sign is text.
            if place < parts.count - 1 { result += replaced ?? "$\(part)$" } else { result += "$\(part)" }
        }
        return result
    }

    /// The width in `05d`, 1...20; nil for any other format.
    private static func width(_ format: Substring) -> Int? {
        guard format.last == "d", format.first == "0" else { return nil }
        return WholeNumber.parse(format.dropLast().utf8).flatMap { (1...20).contains($0) ? $0 : nil }
    }

    private static func padded(_ value: Int, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
