/// One number, its comparison, and its bound.
struct Measurement: Codable {
    /// A bound on the ratio, or on the value where there is no ratio.
    enum Wanted: Codable {
        case atMost(Double)
        case atLeast(Double)

        func isMet(by number: Double) -> Bool {
            switch self {
            case .atMost(let bound): number <= bound
            case .atLeast(let bound): number >= bound
            }
        }
    }

    let name: String
    let value: Double
    /// `ms`, `us`, `ns`, `MB`, `kB` or a noun.
    let unit: String
    /// The name of the comparison.
    var against: String?
    /// The median of the ratios of the same rounds, which need not be the ratio of the medians.
    var ratio: Double?
    var wanted: Wanted?
    /// Whether the number is the same in every run, so that it must meet its bound.
    var isExact = false

    /// Nil where nothing is wanted.
    var isMet: Bool? { wanted.map { $0.isMet(by: ratio ?? value) } }

    /// The cells of a row: name, value, compared with, ratio, wanted, verdict.
    var cells: [String] {
        let bound =
            switch wanted {
            case .atMost(let bound): "<= \(Self.text(bound))"
            case .atLeast(let bound): ">= \(Self.text(bound))"
            case nil: ""
            }
        let verdict = isMet.map { $0 ? "met" : "MISSED" } ?? ""
        return [name, "\(Self.text(value)) \(unit)", against ?? "", ratio.map(Self.text) ?? "", bound, verdict]
    }

    /// About three digits, without an exponent.
    private static func text(_ number: Double) -> String {
        let scale: Double =
            switch abs(number) {
            case 100...: 1
            case 10..<100: 10
            case 1..<10: 100
            default: 1000
            }
        let rounded = (number * scale).rounded() / scale
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
