import CoreMetrics
import Synchronization

/// Something that is counted or measured.
protocol Measure: AnyObject, Sendable {
    /// The type in Prometheus' text format.
    static var type: String { get }
    /// Its numbers.
    var lines: [MeasureLine] { get }
}

/// One number of a measure.
struct MeasureLine: Hashable, Sendable {
    /// The suffix of the metric's name.
    var suffix = ""
    /// A label of this line alone.
    var label = ""
    /// The number.
    let value: String
}

/// A count, which only grows.
final class PrometheusCounter: Measure, CounterHandler {
    static let type = "counter"
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) { count.wrappingAdd(max(0, amount), ordering: .relaxed) }
    /// Sets a count that is kept elsewhere.
    func raise(to total: Int64) { count.max(total, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }

    var lines: [MeasureLine] { [MeasureLine(value: String(count.load(ordering: .relaxed)))] }
}

/// A number that goes up and down.
final class PrometheusGauge: Measure, MeterHandler, RecorderHandler {
    static let type = "gauge"
    private let level = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { level.withLock { $0 = value } }
    func increment(by amount: Double) { level.withLock { $0 += amount } }
    func decrement(by amount: Double) { level.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    var lines: [MeasureLine] { [MeasureLine(value: "\(level.withLock { $0 })")] }
}

/// A histogram; times are in seconds.
final class PrometheusHistogram: Measure, TimerHandler, RecorderHandler {
    static let type = "histogram"
    /// From an answer from memory to a long composition, each about three times the one before.
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

    var lines: [MeasureLine] {
        let spread = spread.withLock { $0 }
        var total = 0
        var lines = zip(Self.bounds.map { "\($0)" } + ["+Inf"], spread.counts).map { bound, count in
            total += count
            return MeasureLine(suffix: "_bucket", label: "le=\"\(bound)\"", value: String(total))
        }
        lines.append(MeasureLine(suffix: "_sum", value: "\(spread.sum)"))
        lines.append(MeasureLine(suffix: "_count", value: String(total)))
        return lines
    }
}
