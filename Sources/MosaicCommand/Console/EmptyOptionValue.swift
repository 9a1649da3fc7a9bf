/// An option `--name=` without a value, for which the parser would take the next word.
struct EmptyOptionValue: CustomStringConvertible {
    private let option: Substring

    /// Finds the first such option; `nil` without one.
    init?(in arguments: [String]) {
        let options = arguments.prefix { $0 != "--" }
        guard let option = options.first(where: { $0.hasPrefix("--") && $0.hasSuffix("=") }) else { return nil }
        self.option = option.dropLast()
    }

    var description: String {
        "\(option)= has no value, as if a variable of the shell were empty; write \(option) and the value."
    }
}
