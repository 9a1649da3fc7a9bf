import Configuration
import Mosaic

/// Where settings come from.
enum SettingSource {
    /// What the command line names.
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

    /// What it has for a setting; nil for nothing.
    ///
    /// - Throws: `invalidSettings`, `malformed` for a value that the setting cannot have.
    func value(of setting: Setting) throws -> ConfigContent? {
        do {
            switch self {
            case .flags(let flags): return setting.given?(flags)
            case .environment(let provider):
                for name in [setting.key] + setting.otherNames {
                    let key = AbsoluteConfigKey(["mosaic", name])
                    if let value = try provider.value(forKey: key, type: setting.type).value { return value.content }
                }
                return nil
            case .file(let file):
                let key = AbsoluteConfigKey([setting.key])
                return try file.values.value(forKey: key, type: setting.type).value?.content
            }
        } catch {
            throw refusal(of: setting)
        }
    }

    /// What the value of a setting is found under.
    func label(of setting: Setting) -> String {
        switch self {
        case .flags: "--\(setting.name)"
        case .environment(let provider):
            setting.otherNames.first { name in
                let key = AbsoluteConfigKey(["mosaic", setting.key])
                let other = AbsoluteConfigKey(["mosaic", name])
                return (try? provider.value(forKey: key, type: setting.type).value) == nil
                    && (try? provider.value(forKey: other, type: setting.type).value) != nil
            }.map { "MOSAIC_" + $0.uppercased() } ?? setting.variable
        case .file(let file): file.name
        }
    }

    /// That a setting cannot have the value from here; the value is not told, for it may be a secret.
    func refusal(of setting: Setting) -> MosaicError {
        switch self {
        case .flags, .environment: MosaicError(.invalidSettings, label(of: setting), "It takes \(setting.words).")
        case .file(let file): MosaicError(.malformed, file.name, "\(setting.key) takes \(setting.words).")
        }
    }
}
