package import CoreMetrics
import Synchronization

/// Collects metrics and writes them in Prometheus' text format.
///
/// See [the text format](https://prometheus.io/docs/instrumenting/exposition_formats/).
package final class PrometheusMetrics: MetricsFactory {
    /// The media type of this format.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private struct Family {
        let type: String
        var series: [String: any Measure] = [:]
    }

    private let families = Mutex<[String: Family]>([:])

    package init() {}

    /// Installs the metrics of the process, including metrics of libraries. Call it once, before any metric is used.
    package static func ofProcess() -> PrometheusMetrics {
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        return metrics
    }

    /// The counter with this name and these dimensions.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        measure(label, dimensions, PrometheusCounter.init)
    }

    /// The gauge with this name and these dimensions.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        measure(label, dimensions, PrometheusGauge.init)
    }

    /// The histogram with this name and these dimensions; a gauge if `aggregate` is false.
    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        aggregate
            ? measure(label, dimensions, PrometheusHistogram.init) : measure(label, dimensions, PrometheusGauge.init)
    }

    /// The histogram of durations with this name and these dimensions.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        measure(label, dimensions, PrometheusHistogram.init)
    }

    /// Metrics exist as long as the process, so destroying a handler does nothing.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Raises a counter to a total that is counted elsewhere.
    package func tell(_ label: String, total: Int) {
        measure(label, [], PrometheusCounter.init).raise(to: Int64(total))
    }

    /// All metrics in the text format.
    package func text() -> String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text += "# HELP \(name) \(MetricHelp.text(of: name))\n# TYPE \(name) \(family.type)\n"
            for (labels, measure) in family.series.sorted(by: { $0.key < $1.key }) {
                for line in measure.lines {
                    let all = [labels, line.label].filter { !$0.isEmpty }.joined(separator: ",")
                    text += "\(name)\(line.suffix)\(all.isEmpty ? "" : "{\(all)}") \(line.value)\n"
                }
            }
        }
        return text
    }

    /// The metric with this name and these labels; created at the first call.
    private func measure<Kind: Measure>(
        _ name: String, _ labels: [(String, String)], _ make: () -> Kind
    ) -> Kind {
        let labels = labels.map { "\(Self.identifier($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        return families.withLock { families in
            var name = Self.identifier(name)
            // A name has only one type. A metric of another type gets the type as a suffix of its name.
            if let family = families[name], family.type != Kind.type { name += "_\(Kind.type)" }
            if let known = families[name]?.series[labels] as? Kind { return known }
            let new = make()
            families[name, default: Family(type: Kind.type)].series[labels] = new
            return new
        }
    }

    private static func identifier(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) ? $0 : "_"
                }))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

/// The help text of each metric, one sentence.
package enum MetricHelp {
    /// The help text of a metric; a common text for metrics of libraries.
    package static func text(of name: String) -> String { own[name] ?? "Measured by a library of this process." }

    package static let own = [
        "mosaic_cache_bytes": "Bytes of documents, sheets and tiles in memory.",
        "mosaic_cache_files": "Documents and sheets in memory.",
        "mosaic_cache_hits_total": "Documents and sheets that were found in memory.",
        "mosaic_cache_misses_total": "Documents and sheets that had to be read.",
        "mosaic_compose_duration_seconds": "Seconds from the beginning of an attempt at a job to its publication.",
        "mosaic_finished_jobs_total": "Jobs, or storyboards of a batch, that are done, have failed or were skipped.",
        "mosaic_http_request_duration_seconds": "Seconds from the head of a request to the head of its answer.",
        "mosaic_jobs": "Jobs in each state.",
        "mosaic_memory_purges_total": "How often memory was short and the cache was emptied.",
        "mosaic_placeholders": "Tiles that show a placeholder because their screenshot cannot be decoded.",
        "mosaic_sheet_bytes_total": "Bytes of the sheets of storyboards, counted at each publication.",
        "mosaic_storyboards_with_placeholders": "Storyboards that have such tiles.",
        "mosaic_tiles_total": "Tiles that were made and published; tiles that were moved are not counted.",
        "mosaic_uploaded_bytes_total": "Bytes of screenshots that were uploaded.",
        "mosaic_uploaded_screenshots_total": "Screenshots that were uploaded.",
    ]
}

/// A counter, gauge or histogram.
protocol Measure: AnyObject, Sendable {
    static var type: String { get }
    /// One number, with a suffix of the metric's name and a further label.
    typealias Line = (suffix: String, label: String, value: String)
    var lines: [Line] { get }
}

/// A counter, which never decreases except by a reset.
final class PrometheusCounter: Measure, CounterHandler {
    static let type = "counter"
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) { count.wrappingAdd(max(0, amount), ordering: .relaxed) }
    /// Raises the counter to a total that is counted elsewhere.
    func raise(to total: Int64) { count.max(total, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }

    var lines: [Line] { [("", "", String(count.load(ordering: .relaxed)))] }
}

final class PrometheusGauge: Measure, MeterHandler, RecorderHandler {
    static let type = "gauge"
    private let level = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { level.withLock { $0 = value } }
    func increment(by amount: Double) { level.withLock { $0 += amount } }
    func decrement(by amount: Double) { level.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    var lines: [Line] { [("", "", "\(level.withLock { $0 })")] }
}

/// A histogram; durations are in seconds.
final class PrometheusHistogram: Measure, TimerHandler, RecorderHandler {
    static let type = "histogram"
    /// Upper bounds of the buckets in seconds, from a cached response to a long composition. Each is about three times
    /// the one before.
    private static let bounds = [0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100]

    private struct Spread {
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
    }

    private let spread = Mutex(Spread())

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) {
        let place = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        spread.withLock { spread in
            spread.counts[place] += 1
            spread.sum += value
        }
    }

    var lines: [Line] {
        let spread = spread.withLock { $0 }
        var total = 0
        var lines: [Line] = zip(Self.bounds.map { "\($0)" } + ["+Inf"], spread.counts).map { bound, count in
            total += count
            return ("_bucket", "le=\"\(bound)\"", String(total))
        }
        lines += [("_sum", "", "\(spread.sum)"), ("_count", "", String(total))]
        return lines
    }
}
