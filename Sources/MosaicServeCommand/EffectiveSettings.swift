import CommandSupport
import Configuration
import Mosaic
import MosaicServer

/// All settings, each taken from the first source that has a value.
struct EffectiveSettings {
    private(set) var configuration = ServeConfiguration()
    /// The label of each value's source, by the setting's name. Settings with their default have none.
    private var labels: [String: String] = [:]

    /// Reads the settings from sources in order of precedence.
    ///
    /// - Parameter unused: Names of settings that keep their defaults, regardless of the sources.
    /// - Throws: `invalidSettings`, `malformed` for a value that a setting does not accept.
    init(_ sources: [SettingSource], unused: Set<String>) throws {
        for setting in Setting.all where !unused.contains(setting.name) {
            for source in sources {
                guard let content = try source.value(of: setting) else { continue }
                guard setting.set(&configuration, content) else { throw source.refusal(of: setting, content) }
                labels[setting.name] = source.label(of: setting)
                break
            }
        }
    }

    /// The server's settings, checked.
    ///
    /// - Parameter isSingle: Whether the folder of one storyboard is served, which is only read.
    /// - Throws: An error on a setting, under the name that the setting has in its source.
    func server(isSingle: Bool) throws -> ServerSettings {
        do {
            var server = configuration.server
            try configuration.checkToken()
            if server.host != ServerSettings().host { try server.refuseUnknownHost() }
            server.jwtKey = try configuration.jwtKey()
            server.work.screenshots = try configuration.screenshotsAddress()
            if isSingle { server.isReadOnly = true } else { server.work.isEnabled = true }
            // Checks the files before the caller warns about a secret file: a wrong path may lead to a file without a
            // secret.
            try configuration.checkCertificateFiles()
            try server.check(readsCertificate: !configuration.hasPipedCertificate)
            return server
        } catch let error as MosaicError {
            guard let setting = Setting.all.first(where: { [$0.name, $0.key].contains(error.subject) }) else {
                throw error
            }
            throw MosaicError(error.code, labels[setting.name] ?? "--\(setting.name)", error.reason)
        }
    }

    /// Prints each setting and where it comes from.
    func print(asJSON: Bool) throws {
        let shown = Setting.all.map { setting in
            (setting.key, ShownSetting(setting, in: configuration, from: labels[setting.name] ?? "default"))
        }
        guard !asJSON else {
            return try JSONOutput.print(["settings": Dictionary(uniqueKeysWithValues: shown)])
        }
        var table = TextTable([.init("SETTING"), .init("VALUE"), .init("FROM")])
        for (key, setting) in shown { table.add([key, setting.text, setting.from]) }
        table.print()
    }
}

/// A setting as `--print-config` shows it. Of a secret, it shows only whether a value is set.
struct ShownSetting: Encodable {
    let value: ConfigContent?
    let from: String

    init(_ setting: Setting, in configuration: ServeConfiguration, from: String) {
        var value = setting.value(configuration)
        if value == .string("") { value = nil }
        self.value = setting.isSecret ? .string(value == nil ? "not set" : "set") : value
        self.from = from
    }

    /// The value as text; `nil` if none is set.
    var text: String? { value?.text }

    private enum Key: CodingKey { case value, from }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(from, forKey: .from)
        switch value {
        case .string(let text): try container.encode(text, forKey: .value)
        case .int(let number): try container.encode(number, forKey: .value)
        case .double(let number): try container.encode(number, forKey: .value)
        case .bool(let truth): try container.encode(truth, forKey: .value)
        case .stringArray(let texts): try container.encode(texts, forKey: .value)
        default: try container.encodeNil(forKey: .value)
        }
    }
}

extension ConfigContent {
    /// The value as text; `nil` for types that no setting has.
    var text: String? {
        switch self {
        case .string(let text): text
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        case .stringArray(let texts): texts.joined(separator: ", ")
        default: nil
        }
    }
}

/// A source of settings.
enum SettingSource {
    case flags(GivenSettings, isLibraryArgument: Bool)
    /// Variables whose names begin with `MOSAIC_`.
    case environment(EnvironmentVariablesProvider)
    case file(SettingsFile)

    static func environment(_ variables: [String: String]) -> SettingSource {
        .environment(
            EnvironmentVariablesProvider(
                environmentVariables: variables,
                secretsSpecifier: .specific(Set(Setting.all.filter(\.isSecret).map(\.variable)))))
    }

    /// The value of a setting; `nil` if the source has none.
    ///
    /// - Throws: `invalidSettings`, `malformed` for a value that the setting does not accept.
    func value(of setting: Setting) throws -> ConfigContent? {
        do {
            switch self {
            case .flags(let given, _): return given.contents[setting.name]
            case .environment(let provider):
                let key = AbsoluteConfigKey(["mosaic", setting.key])
                return try provider.value(forKey: key, type: setting.type).value?.content
            case .file(let file):
                let key = AbsoluteConfigKey([setting.key])
                return try file.values.value(forKey: key, type: setting.type).value?.content
            }
        } catch {
            throw refusal(of: setting, text(of: setting))
        }
    }

    /// The name of a setting in this source.
    func label(of setting: Setting) -> String {
        switch self {
        case .flags(_, let isLibraryArgument):
            isLibraryArgument && setting.name == "library" ? "argument" : "--\(setting.name)"
        case .environment: setting.variable
        case .file(let file): file.name
        }
    }

    /// The error for an invalid value. It includes the value unless the setting is a secret.
    func refusal(of setting: Setting, _ value: ConfigContent?) -> MosaicError {
        let text = setting.isSecret ? nil : value?.text
        let words = "\(setting.words)\(text.map { ", not '\($0.prefix(80))'" } ?? "")."
        return switch self {
        case .flags, .environment: MosaicError(.invalidSettings, label(of: setting), "It takes \(words)")
        case .file(let file): MosaicError(.malformed, file.name, "\(setting.key) takes \(words)")
        }
    }

    /// The text of an environment variable; `nil` for other sources.
    private func text(of setting: Setting) -> ConfigContent? {
        guard case .environment(let provider) = self else { return nil }
        let key = AbsoluteConfigKey(["mosaic", setting.key])
        return try? provider.value(forKey: key, type: .string).value?.content
    }
}

extension Setting {
    /// Maximum number of mistyped letters in a variable's name.
    private static let mostMistakes = 2
    private static let prefix = "MOSAIC_"

    /// Refuses a variable with a misspelled name, such as `MOSAIC_AUTH_TOKN`: without its token a server would let
    /// everyone write.
    ///
    /// Variables with less similar names are ignored. Kubernetes, for example, sets some for a service called mosaic.
    /// - Throws: `invalidSettings`.
    static func checkVariables(_ names: some Sequence<String>) throws(MosaicError) {
        let known = Set(all.map(\.variable)).union(["MOSAIC_CONFIG"])
        // Compares the names without the common prefix, which would make all of them similar.
        let settings = known.map { $0.dropFirst(prefix.count) }.map(String.init).sorted()
        for name in names.sorted() where name.hasPrefix(prefix) && !known.contains(name) {
            let own = String(name.dropFirst(prefix.count))
            guard let meant = EditDistance.nearest(to: own, among: settings),
                EditDistance.between(own, meant) <= mostMistakes
            else { continue }
            throw MosaicError(.invalidSettings, name, "There is no such setting. Did you mean \(prefix)\(meant)?")
        }
    }
}
