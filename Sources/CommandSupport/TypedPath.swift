import Mosaic

/// A path as the user typed it, for errors, which name files without their folders.
enum TypedPath {
    /// The one argument whose last component is the subject of an error; the subject itself without one.
    ///
    /// - Parameters:
    ///   - subject: A file's name, perhaps with a colon and a line number.
    ///   - arguments: The process's arguments without its own path.
    static func of(_ subject: String, among arguments: some Sequence<String>) -> String {
        let parts = subject.split(separator: ":", omittingEmptySubsequences: false)
        let line = parts.count > 1 ? parts.last.flatMap { Int($0) } : nil
        let name = line == nil ? subject : parts.dropLast().joined(separator: ":")
        var typed: Set<String> = []
        for argument in arguments {
            // The value of `--option=value`.
            let isOption = argument.hasPrefix("-") && argument != "-"
            let path = isOption ? argument.firstIndex(of: "=").map { String(argument[$0...].dropFirst()) } : argument
            if let path, !path.isEmpty, FolderPath.name(of: path) == name { typed.insert(path) }
        }
        // Two paths with one last component: the error does not say which of them it means.
        guard typed.count == 1, let path = typed.first else { return subject }
        return path + (line.map { ":\($0)" } ?? "")
    }
}
