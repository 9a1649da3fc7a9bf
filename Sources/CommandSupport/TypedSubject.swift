import Foundation
import Mosaic

/// Replaces the subject of an error with the words that the user typed: an option with its value, or a path. The
/// subject of a secret's error becomes the name of the environment variable.
struct TypedSubject {
    /// Options by the names of their settings in errors.
    private static let options = [
        "cadence": ["--cadence"], "count": ["--count"], "duration": ["--duration"], "end": ["--end"],
        "expected": ["--expect"], "grid": ["--grid"], "gutter": ["--gutter"], "interval": ["--interval"],
        "max": ["--max-cues"], "max-side": ["--max-side"], "missing": ["--missing"], "path": ["-o", "--output"],
        "quality": ["--quality"], "reading": ["--read"], "sheet URL": ["--sheet-url"],
        "skip-chapters": ["--skip-chapters"],
        "source root": ["--source-root"], "start": ["--start", "--end"], "tile": ["--tile", "--width"],
        "video root": ["--video-root"], "width": ["--width"],
    ]
    /// Environment variables by the names of their secrets in errors. Secrets are never printed.
    private static let variables = [
        "JWT key": ["MOSAIC_JWT_SECRET", "MOSAIC_JWT_PUBLIC_KEY", "MOSAIC_JWT_KEY_SET"],
        "link_key": ["MOSAIC_LINK_KEY"],
    ]
    /// Options that name a file to read.
    private static let files: Set<String> = [
        "--catalog", "--chapters", "--chapters-file", "--config", "--into", "--times", "--tls-cert", "--tls-key",
    ]

    /// The process's arguments without its own path.
    let arguments: [String]
    var environment = ProcessInfo.processInfo.environment

    /// The error with its subject as typed.
    func naming(_ error: MosaicError) -> MosaicError {
        let setting = error.code == .invalidSettings ? option(of: error) ?? variable(of: error.subject) : nil
        return MosaicError(error.code, setting ?? path(of: error), error.reason)
    }

    private func path(of error: MosaicError) -> String {
        let path = TypedPath.of(error.subject, among: arguments)
        guard error.code == .notFound else { return path }
        let joined = Self.files.map { "\($0)=\(path)" }
        if let word = arguments.first(where: joined.contains) { return word }
        let pair = zip(arguments, arguments.dropFirst()).first { $1 == path && Self.files.contains($0) }
        return pair.map { "\($0.0) \(path)" } ?? path
    }

    /// The option with its value; only the name if the option is given several times; `nil` if it is not given.
    private func option(of error: MosaicError) -> String? {
        let words = arguments.prefix { $0 != "--" }
        for name in Self.options[error.subject] ?? [] {
            let typed = words.indices.compactMap { index -> String? in
                if words[index].hasPrefix(name + "=") { return words[index] }
                guard words[index] == name else { return nil }
                let value = index + 1 < words.endIndex ? " " + ShellWord.quoted(words[index + 1]) : ""
                return name + value
            }
            if let first = typed.first { return typed.count == 1 ? first : name }
        }
        return nil
    }

    private func variable(of secret: String) -> String? {
        Self.variables[secret]?.first { environment[$0]?.isEmpty == false }
    }
}

/// A path as the user typed it. Errors contain only the last component of a path.
enum TypedPath {
    /// The only argument whose last component is the subject of an error; the subject itself if no or several arguments
    /// match.
    ///
    /// - Parameters:
    ///   - subject: A file's name, perhaps with a colon and a line number.
    ///   - arguments: The process's arguments without its own path.
    static func of(_ subject: String, among arguments: some Sequence<String>) -> String {
        // An error about an address names only its scheme.
        let scheme = subject == "URL" ? "://" : subject
        let addresses = scheme.hasSuffix("://") ? arguments.filter { $0.contains(scheme) } : []
        if addresses.count == 1 { return addresses[0] }
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
        // If several paths have the same last component, the error may mean any of them.
        guard typed.count == 1, let path = typed.first else { return subject }
        return path + (line.map { ":\($0)" } ?? "")
    }
}
