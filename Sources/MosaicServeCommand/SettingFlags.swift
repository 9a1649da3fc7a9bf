import ArgumentParser
import CommandSupport
import Configuration

/// A part of the settings, which has a title in the help.
protocol SettingSection: SendableMetatype {
    static var settings: [Setting] { get }
}

/// The flags of a section.
struct SettingFlags<Section: SettingSection>: OptionTable {
    static var options: [DeclaredOption<GivenSettings>] { Section.settings.compactMap(\.flag) }

    var values = GivenSettings()
}

/// Settings on the command line, by their names.
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
