import Configuration

/// Something that can be set: by a flag, in the environment and in a file.
struct Setting: Sendable {
    /// As the flag has it, without its dashes.
    let name: String
    /// The placeholder of the value in the flag's help.
    let valueName: String
    /// The help: one sentence or two.
    let help: String
    /// Whether its value is never shown.
    let isSecret: Bool
    /// The type of the value.
    let type: ConfigType
    /// The accepted values, as in "It takes a whole number of 0 to 65535".
    let words: String

    /// Its value in the flags; nil where it has no flag.
    let given: (@Sendable (ServeFlags) -> ConfigContent?)?
    /// The value in a configuration; nil without one.
    let value: @Sendable (ServeConfiguration) -> ConfigContent?
    /// Puts a value into a configuration; false for one that it does not take.
    let set: @Sendable (inout ServeConfiguration, ConfigContent) -> Bool

    /// As the file has it.
    var key: String { name.replacing("-", with: "_") }
    /// As the environment has it.
    var variable: String { "MOSAIC_" + key.uppercased() }

    /// A setting that can be named in all three places.
    ///
    /// - Parameters:
    ///   - path: Where a configuration has it.
    ///   - flag: Where the flags have it.
    ///   - range: Numbers that it takes.
    init<Value: SettingValue, Given: SettingValue>(
        _ name: String, _ valueName: String, _ path: any WritableKeyPath<ServeConfiguration, Value> & Sendable,
        flag: any KeyPath<ServeFlags, Given> & Sendable, in range: ClosedRange<Int>? = nil,
        isSecret: Bool = false, _ help: String
    ) {
        self.init(name, valueName, path, range, isSecret: isSecret, help) { $0[keyPath: flag].content }
    }

    /// A secret that the command line must not show to others on the machine.
    init<Value: SettingValue>(
        _ name: String, secret path: any WritableKeyPath<ServeConfiguration, Value> & Sendable, _ help: String
    ) {
        self.init(name, "secret", path, nil, isSecret: true, help, given: nil)
    }

    private init<Value: SettingValue>(
        _ name: String, _ valueName: String, _ path: any WritableKeyPath<ServeConfiguration, Value> & Sendable,
        _ range: ClosedRange<Int>?, isSecret: Bool, _ help: String,
        given: (@Sendable (ServeFlags) -> ConfigContent?)?
    ) {
        self.name = name
        self.valueName = valueName
        self.help = help
        self.isSecret = isSecret
        self.given = given
        type = Value.type
        words = Value.words + (range.map { " of \($0.lowerBound) to \($0.upperBound)" } ?? "")
        value = { $0[keyPath: path].content }
        set = { configuration, content in
            guard let value = Value(content), range.map({ Self.holds($0, content) }) ?? true else { return false }
            configuration[keyPath: path] = value
            return true
        }
    }

    private static func holds(_ range: ClosedRange<Int>, _ content: ConfigContent) -> Bool {
        switch content {
        case .int(let number): range.contains(number)
        case .double(let number): (Double(range.lowerBound)...Double(range.upperBound)).contains(number)
        default: true
        }
    }
}
