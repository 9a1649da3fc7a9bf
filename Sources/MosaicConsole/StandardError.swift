import Foundation

/// Where everything goes that is not a command's result.
package enum StandardError {
    /// Prints one line. Names of files come from strangers: what would steer a terminal is not passed on.
    package static func print(_ line: String) {
        write(TerminalText.harmless(line) + "\n")
    }

    package static func write(_ text: String) {
        // A closed standard error leaves nobody to tell.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    package static var isTerminal: Bool { isatty(2) == 1 }
}
