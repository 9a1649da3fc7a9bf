import ArgumentParser
import CommandSupport
import Configuration

/// A section of the settings, which has its own title in the help.
protocol SettingSection: SendableMetatype {
    static var settings: [Setting] { get }
}

/// The command-line flags of one section.
struct SettingFlags<Section: SettingSection>: OptionTable {
    static var options: [DeclaredOption<GivenSettings>] { Section.settings.compactMap(\.flag) }

    var values = GivenSettings()
}

/// The settings that the command line gives, by their names.
struct GivenSettings {
    var contents: [String: ConfigContent] = [:]

    subscript<Value: SettingValue>(name: String) -> Value? {
        get { contents[name].flatMap(Value.init) }
        set { contents[name] = newValue?.content }
    }

    subscript(list name: String) -> [String] {
        get { self[name] ?? [] }
        set { self[name] = newValue }
    }
}
