import Foundation
package import Mosaic
import MosaicSystem

/// The operator's program that downloads videos, with its arguments. It is run without a shell.
///
/// The description contains only the program, because arguments may contain credentials.
package struct DownloadCommand: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Placeholder for the URL of the video.
    private static let urlMark = "{url}"
    /// Placeholder for the empty folder in which the program stores the video.
    private static let pathMark = "{path}"
    /// Environment variables of this process that the program inherits. Other variables may contain the server's
    /// secrets.
    private static let inherited: Set = [
        "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR", "http_proxy",
        "https_proxy",
        "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
    ]
    private static let usualFolders = "/usr/local/bin:/usr/bin:/bin"

    /// The program's name or path.
    package let program: String
    private let arguments: [String]

    /// The program without its arguments.
    package var description: String { program }
    /// Hides the arguments.
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Parses a JSON array of strings: the program, then its arguments, which contain `{url}` and `{path}`.
    ///
    /// - Throws: `invalidSettings`.
    package init(parsing json: String) throws(MosaicError) {
        guard let words = try? JSONDecoder().decode([String].self, from: Data(json.utf8)), let program = words.first,
            !program.isEmpty
        else {
            throw Self.invalid(
                #"It has to be a JSON array of texts, such as ["yt-dlp", "-o", "{path}/%(title)s.%(ext)s", "{url}"]."#)
        }
        guard !words.contains(where: { $0.unicodeScalars.contains("\0") }) else {
            throw Self.invalid("One of its texts holds NUL.")
        }
        self.program = program
        arguments = Array(words.dropFirst())
        for mark in [Self.urlMark, Self.pathMark] where !arguments.contains(where: { $0.contains(mark) }) {
            throw Self.invalid("None of its arguments holds \(mark).")
        }
    }

    /// The program's path. It is searched each time, because an update may move the program.
    ///
    /// - Throws: `invalidSettings` if the program is missing or not executable.
    package func path(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(MosaicError) -> String {
        guard let path = ProgramPath.of(program, in: environment["PATH"] ?? Self.usualFolders) else {
            throw Self.invalid("There is no program \(program) that can be run.")
        }
        return path
    }

    /// The arguments for a video. Placeholders within inserted text are not replaced.
    func arguments(for url: DownloadURL, in folder: String) -> [String] {
        arguments.map { argument in
            var (text, rest) = ("", Substring(argument))
            while let brace = rest.firstIndex(of: "{") {
                text += rest[..<brace]
                rest = rest[brace...]
                if rest.hasPrefix(Self.urlMark) {
                    text += url.text
                    rest = rest.dropFirst(Self.urlMark.count)
                } else if rest.hasPrefix(Self.pathMark) {
                    text += folder
                    rest = rest.dropFirst(Self.pathMark.count)
                } else {
                    text += "{"
                    rest = rest.dropFirst()
                }
            }
            return text + rest
        }
    }

    /// The program's environment: the inherited variables, and a folder for temporary files.
    static func environment(
        from environment: [String: String] = ProcessInfo.processInfo.environment, temporary folder: String
    ) -> [String: String] {
        var chosen = environment.filter { inherited.contains($0.key) }
        chosen["PATH"] = chosen["PATH"] ?? usualFolders
        chosen["TMPDIR"] = folder
        return chosen
    }

    private static func invalid(_ reason: String) -> MosaicError { MosaicError(.invalidSettings, "downloader", reason) }
}
