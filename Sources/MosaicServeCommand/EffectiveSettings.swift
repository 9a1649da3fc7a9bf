import CommandSupport
import Configuration

/// All settings, each from the first source that has it.
struct EffectiveSettings {
    /// The resulting configuration.
    private(set) var configuration = ServeConfiguration()
    /// Where each value was found, by the setting's name; absent for defaults.
    private var labels: [String: String] = [:]

    /// Reads settings from sources, the first one first.
    ///
    /// - Parameter unused: Names of settings that keep their defaults.
    /// - Throws: `invalidSettings`, `malformed` for a value that a setting cannot have.
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
