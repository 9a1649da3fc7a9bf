import ArgumentParser
import CommandSupport
import Configuration
import MosaicServer

/// A setting of the server. It can be set by an environment variable, in a settings file, and in most cases by a flag.
struct Setting: Sendable {
    /// The flag's name, without its dashes.
    let name: String
    /// The placeholder of the value in the flag's help.
    let valueName: String
    let help: String
    /// Whether the value is a secret, which is never shown.
    let isSecret: Bool
    let type: ConfigType
    /// Description of the accepted values, as in "It takes a whole number of 0 to 65535".
    let words: String

    /// The setting's flag; `nil` if it has none.
    let flag: DeclaredOption<GivenSettings>?
    /// Returns the value in a configuration; `nil` if it is not set.
    let value: @Sendable (ServeConfiguration) -> ConfigContent?
    /// Sets the value in a configuration; returns `false` if the setting does not accept the value.
    let set: @Sendable (inout ServeConfiguration, ConfigContent) -> Bool

    /// The name in a settings file.
    var key: String { name.replacing("-", with: "_") }
    /// The name of the environment variable.
    var variable: String { "MOSAIC_" + key.uppercased() }

    /// Creates a setting with a flag, an environment variable and a key in a file.
    ///
    /// - Parameters:
    ///   - path: The property of the configuration.
    ///   - range: The accepted numbers; `nil` accepts all.
    init<Value: SettingValue>(
        _ name: String, _ valueName: String, short: Character? = nil,
        _ path: any WritableKeyPath<ServeConfiguration, Value> & Sendable, in range: ClosedRange<Int>? = nil,
        isSecret: Bool = false, _ help: String
    ) {
        self.init(name, valueName, path, range, isSecret: isSecret, help) { Value.flag(name, short, $0) }
    }

    /// Creates a duration setting in seconds. Its flag also accepts units.
    init(
        _ name: String, seconds path: any WritableKeyPath<ServeConfiguration, Int> & Sendable,
        in range: ClosedRange<Int>, _ help: String
    ) {
        self.init(name, "seconds", path, range, isSecret: false, help) { RetentionArgument.flag(name, nil, $0) }
    }

    /// Creates a secret setting without a flag, because other users of the machine can see command lines.
    init<Value: SettingValue>(
        _ name: String, secret path: any WritableKeyPath<ServeConfiguration, Value> & Sendable, _ help: String
    ) {
        self.init(name, "secret", path, nil, isSecret: true, help) { _ in nil }
    }

    private init<Value: SettingValue>(
        _ name: String, _ valueName: String, _ path: any WritableKeyPath<ServeConfiguration, Value> & Sendable,
        _ range: ClosedRange<Int>?, isSecret: Bool, _ help: String,
        flag: (ArgumentHelp) -> DeclaredOption<GivenSettings>?
    ) {
        self.name = name
        self.valueName = valueName
        self.help = help
        self.isSecret = isSecret
        type = Value.type
        words = Value.words + (range.map { " of \($0.lowerBound) to \($0.upperBound)" } ?? "")
        value = { $0[keyPath: path].content }
        set = { configuration, content in
            guard let value = Value(content), range.map({ Self.holds($0, content) }) ?? true else { return false }
            configuration[keyPath: path] = value
            return true
        }
        let standard = isSecret ? nil : ServeConfiguration.standard[keyPath: path].content?.text
        let remark = standard.map { $0.isEmpty ? "" : " (default: \($0))" } ?? ""
        self.flag = flag(ArgumentHelp("\(help)\(remark)", valueName: valueName))
    }

    private static func holds(_ range: ClosedRange<Int>, _ content: ConfigContent) -> Bool {
        switch content {
        case .int(let number): range.contains(number)
        case .double(let number): (Double(range.lowerBound)...Double(range.upperBound)).contains(number)
        default: true
        }
    }
}

/// The type of a setting's value, read from environment variables, files and flags.
protocol SettingValue: Sendable, SendableMetatype {
    static var type: ConfigType { get }
    /// Description of the accepted values, as in "It takes a whole number".
    static var words: String { get }

    static func flag(_ name: String, _ short: Character?, _ help: ArgumentHelp) -> DeclaredOption<GivenSettings>

    /// `nil` if the content is not a value of this type.
    init?(_ content: ConfigContent)

    /// The content; `nil` if no value is set.
    var content: ConfigContent? { get }
}

extension SettingValue {
    static func flag(_ name: String, _ short: Character?, _ help: ArgumentHelp) -> DeclaredOption<GivenSettings> {
        String.flag(name, short, help)
    }
}

extension SettingValue where Self: ExpressibleByArgument {
    static func flag(_ name: String, _ short: Character?, _ help: ArgumentHelp) -> DeclaredOption<GivenSettings> {
        let path: DeclaredOption<GivenSettings>.Path<Self?> = \.[name]
        return .option(path, name, short: short, help)
    }
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

extension Int {
    /// The number in multiples of `unit`, such as a number of bytes in MiB.
    subscript(per unit: Int) -> Int {
        get { self / unit }
        set { self = newValue * unit }
    }
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

/// A duration in seconds, including fractions. As a flag it also accepts units.
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

    static func flag(_ name: String, _ short: Character?, _ help: ArgumentHelp) -> DeclaredOption<GivenSettings> {
        TimeoutValue.flag(name, short, help)
    }

    init?(_ content: ConfigContent) {
        guard case .double(let number) = content else { return nil }
        self = number
    }

    var content: ConfigContent? { .double(self) }
}

extension Bool: SettingValue {
    static var type: ConfigType { .bool }
    static var words: String { "true or false" }

    static func flag(_ name: String, _ short: Character?, _ help: ArgumentHelp) -> DeclaredOption<GivenSettings> {
        .toggle(\.[name], name, help)
    }

    init?(_ content: ConfigContent) {
        guard case .bool(let truth) = content else { return nil }
        self = truth
    }

    var content: ConfigContent? { .bool(self) }
}

extension [String]: SettingValue {
    static var type: ConfigType { .stringArray }
    static var words: String { "a list of texts" }

    static func flag(_ name: String, _ short: Character?, _ help: ArgumentHelp) -> DeclaredOption<GivenSettings> {
        .list(\.[list: name], name, help)
    }

    init?(_ content: ConfigContent) {
        guard case .stringArray(let texts) = content else { return nil }
        self = texts
    }

    var content: ConfigContent? { isEmpty ? nil : .stringArray(self) }
}

extension Optional: SettingValue where Wrapped: SettingValue {
    static var type: ConfigType { Wrapped.type }
    static var words: String { Wrapped.words }

    static func flag(_ name: String, _ short: Character?, _ help: ArgumentHelp) -> DeclaredOption<GivenSettings> {
        Wrapped.flag(name, short, help)
    }

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
extension LineLogHandler.Format: SettingValue {}
extension LogLevel: SettingValue {}

/// The minimum level of log lines.
enum LogLevel: String, CaseIterable {
    case debug, info, warning, error
}
