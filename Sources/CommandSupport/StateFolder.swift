/// The folder of the library if no option names one.
package enum StateFolder {
    /// The path, by the variables of the environment.
    ///
    /// [XDG Base Directory Specification](https://specifications.freedesktop.org/basedir-spec/latest/),
    /// [systemd.exec(5)](https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#RuntimeDirectory=)
    package static func path(in environment: [String: String]) -> String {
        // The specification ignores relative paths.
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let service = folder("STATE_DIRECTORY")?.split(separator: ":").first { return String(service) }
        if let state = folder("XDG_STATE_HOME") { return state + "/mosaic" }
        return folder("HOME").map { $0 + "/.local/state/mosaic" } ?? "/var/lib/mosaic"
    }
}
