import Mosaic

extension ServerSettings {
    /// Checks the settings as far as that needs neither the library nor the port.
    ///
    /// - Throws: `invalidSettings` naming the setting.
    package func check() throws {
        _ = try ServerRules(self)
        _ = try URLBuilder(self)
        _ = try tlsConfiguration()
    }
}
