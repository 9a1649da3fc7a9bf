import Configuration
import Mosaic

/// Where settings come from.
enum SettingSource {
    /// The command line.
    case flags(ServeFlags)
    /// Variables whose names begin with `MOSAIC_`.
    case environment(EnvironmentVariablesProvider)
    /// A file in JSON.
    case file(SettingsFile)

    /// Variables of the environment.
    static func environment(_ variables: [String: String]) -> SettingSource {
        .environment(
            EnvironmentVariablesProvider(
                environmentVariables: variables,
                secretsSpecifier: .specific(Set(Setting.all.filter(\.isSecret).map(\.variable)))))
    }

    /// The value of a setting; nil where the source has none.
    ///
    /// - Throws: `invalidSettings`, `malformed` for a value that the setting cannot have.
    func value(of setting: Setting) throws -> ConfigContent? {
        do {
            switch self {
            case .flags(let flags): return setting.given?(flags)
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
        case .flags(let flags):
            flags.isLibraryArgument && setting.name == "library" ? "argument" : "--\(setting.name)"
        case .environment: setting.variable
        case .file(let file): file.name
        }
    }

    /// The error for an invalid value, with the value unless it is a secret.
    func refusal(of setting: Setting, _ value: ConfigContent?) -> MosaicError {
        let text = setting.isSecret ? nil : value?.text
        let words = "\(setting.words)\(text.map { ", not '\($0.prefix(80))'" } ?? "")."
        return switch self {
        case .flags, .environment: MosaicError(.invalidSettings, label(of: setting), "It takes \(words)")
        case .file(let file): MosaicError(.malformed, file.name, "\(setting.key) takes \(words)")
        }
    }

    /// A variable's value as it was written.
    private func text(of setting: Setting) -> ConfigContent? {
        guard case .environment(let provider) = self else { return nil }
        let key = AbsoluteConfigKey(["mosaic", setting.key])
        return try? provider.value(forKey: key, type: .string).value?.content
    }
}
