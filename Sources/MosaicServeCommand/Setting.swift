import ArgumentParser
import CommandSupport
import Configuration
import MosaicServer

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

/// A type of settings, read from environment, file and flags.
protocol SettingValue: SendableMetatype {
    /// The type of the value.
    static var type: ConfigType { get }
    /// The accepted values, as in "It takes a whole number".
    static var words: String { get }

    /// Nil for what cannot be such a value.
    init?(_ content: ConfigContent)

    /// Nil where nothing is set.
    var content: ConfigContent? { get }
}

extension String: SettingValue {
    static var type: ConfigType { .string }
    static var words: String { "text" }

    init?(_ content: ConfigContent) {
        guard case .string(let text) = content else { return nil }
        self = text
    }

    var content: ConfigContent? { .string(self) }
}

extension Secret: SettingValue {
    static var type: ConfigType { String.type }
    static var words: String { String.words }

    init?(_ content: ConfigContent) {
        guard let text = String(content) else { return nil }
        self.init(text)
    }

    var content: ConfigContent? { text.content }
}

extension Int: SettingValue {
    static var type: ConfigType { .int }
    static var words: String { "a whole number" }

    init?(_ content: ConfigContent) {
        guard case .int(let number) = content else { return nil }
        self = number
    }

    var content: ConfigContent? { .int(self) }
}

extension RetentionArgument: SettingValue {
    static var type: ConfigType { Int.type }
    static var words: String { Int.words }

    init?(_ content: ConfigContent) {
        guard let seconds = Int(content) else { return nil }
        self.init(seconds: seconds)
    }

    var content: ConfigContent? { .int(seconds) }
}

/// A length of time as a flag has it, of which a part of a second counts.
struct TimeoutValue: ExpressibleByArgument, SettingValue {
    static var type: ConfigType { Double.type }
    static var words: String { Double.words }

    private let seconds: Double

    init?(argument: String) {
        guard let time = RetentionArgument(argument: argument) else { return nil }
        seconds = Double(time.milliseconds) / 1_000
    }

    init?(_ content: ConfigContent) {
        guard let seconds = Double(content) else { return nil }
        self.seconds = seconds
    }

    var content: ConfigContent? { .double(seconds) }
}

extension Double: SettingValue {
    static var type: ConfigType { .double }
    static var words: String { "a number" }

    init?(_ content: ConfigContent) {
        guard case .double(let number) = content else { return nil }
        self = number
    }

    var content: ConfigContent? { .double(self) }
}

extension Bool: SettingValue {
    static var type: ConfigType { .bool }
    static var words: String { "true or false" }

    init?(_ content: ConfigContent) {
        guard case .bool(let truth) = content else { return nil }
        self = truth
    }

    var content: ConfigContent? { .bool(self) }
}

extension [String]: SettingValue {
    static var type: ConfigType { .stringArray }
    static var words: String { "a list of texts" }

    init?(_ content: ConfigContent) {
        guard case .stringArray(let texts) = content else { return nil }
        self = texts
    }

    var content: ConfigContent? { isEmpty ? nil : .stringArray(self) }
}

extension Optional: SettingValue where Wrapped: SettingValue {
    static var type: ConfigType { Wrapped.type }
    static var words: String { Wrapped.words }

    init?(_ content: ConfigContent) {
        guard let value = Wrapped(content) else { return nil }
        self = .some(value)
    }

    var content: ConfigContent? { flatMap(\.content) }
}

extension SettingValue where Self: RawRepresentable<String> & CaseIterable {
    static var type: ConfigType { .string }
    static var words: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }

    init?(_ content: ConfigContent) {
        guard case .string(let text) = content else { return nil }
        self.init(rawValue: text)
    }

    var content: ConfigContent? { .string(rawValue) }
}

extension ServerSettings.Reading: SettingValue {}
extension LogFormat: SettingValue {}
extension LogLevel: SettingValue {}

/// How log lines look.
enum LogFormat: String, CaseIterable {
    case text, json
}

/// The least that the log tells.
enum LogLevel: String, CaseIterable {
    case debug, info, warning, error
}
