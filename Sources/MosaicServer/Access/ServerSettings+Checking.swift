import Mosaic

extension ServerSettings {
    /// Finds out whether a server can begin with the settings, as far as that takes neither its library nor its port.
    ///
    /// - Throws: `invalidSettings` naming the setting.
    package func check() throws {
        _ = try ServerRules(self)
        _ = try URLBuilder(self)
        _ = try tlsConfiguration()
    }
}
