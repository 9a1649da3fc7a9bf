#if Server
    import MosaicServeCommand
#endif

/// An option with two different values, of which the parser would silently take the last one.
struct RepeatedOption: CustomStringConvertible {
    /// Long names of short options with values. A table, because reflection takes longer than most commands.
    private static let longNames = ["-o": "--output", "-j": "--jobs"]

    private let name: String
    private let values: (String, String)

    /// Finds the first repeated option; `nil` without one.
    init?(in arguments: [String]) {
        var seen: [String: String] = [:]
        var options: DeclaredOptions?
        let words = Array(arguments.prefix { $0 != "--" })
        for (index, word) in words.enumerated() where word.hasPrefix("-") && word.count > 1 {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let next = index + 1 < words.count ? words[index + 1] : "-"
            let (option, value) = (parts[0], parts.count > 1 ? parts[1] : next)
            let key = Self.longNames[option] ?? option
            guard !value.hasPrefix("-"), let earlier = seen.updateValue(value, forKey: key), earlier != value else {
                continue
            }
            let declared = options ?? DeclaredOptions(of: arguments)
            options = declared
            // The word after a flag is not its value.
            guard let declaration = declared[option], declaration.takesValue, !declaration.isRepeatable else {
                continue
            }
            (name, values) = (option, (earlier, value))
            return
        }
        return nil
    }

    private var isSecret: Bool {
        #if Server
            ServeCommand.isSecret(name)
        #else
            false
        #endif
    }

    var description: String {
        let different = isSecret ? "with two values" : "as \(values.0) and as \(values.1)"
        return "\(name) is given twice, \(different); give it once."
    }
}
