/// An option with two different values, of which the parser would take the last one without a word.
struct RepeatedOption: CustomStringConvertible {
    /// Options that may be given several times.
    private static let repeatable: Set<String> = [
        "--allow-host", "--allow-origin", "--allow-write-origin", "--id", "--into", "--path-map", "--source-root",
        "--video-root",
    ]

    private let name: String
    private let values: (String, String)

    /// Finds the first repeated option; `nil` without one.
    init?(in arguments: [String]) {
        var seen: [String: String] = [:]
        let words = Array(arguments.prefix { $0 != "--" })
        for (index, word) in words.enumerated() where word.hasPrefix("-") && word.count > 1 {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let next = index + 1 < words.count ? words[index + 1] : "-"
            let (option, value) = (parts[0], parts.count > 1 ? parts[1] : next)
            // A flag has no value.
            guard !value.hasPrefix("-"), !Self.repeatable.contains(option) else { continue }
            if let earlier = seen.updateValue(value, forKey: option), earlier != value {
                (name, values) = (option, (earlier, value))
                return
            }
        }
        return nil
    }

    var description: String { "\(name) is given twice, as \(values.0) and as \(values.1); give it once." }
}
