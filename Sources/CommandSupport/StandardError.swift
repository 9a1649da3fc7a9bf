import Foundation

/// Prints everything that is not a command's result.
package enum StandardError {
    /// Prints one line. File names are foreign text: control characters are removed.
    package static func print(_ line: String) {
        write(TerminalText.harmless(line) + "\n")
    }

    package static func write(_ text: String) {
        // Nothing can be reported where standard error is closed.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    package static var isTerminal: Bool { isatty(2) == 1 }
}
