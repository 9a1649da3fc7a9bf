import Foundation

/// Where everything goes that is not a command's result.
enum StandardError {
    static func print(_ line: String) { write(line + "\n") }

    static func write(_ text: String) {
        // A closed standard error leaves nobody to tell.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    static var isTerminal: Bool { isatty(2) == 1 }
}
