import Foundation

/// Finds programs like a shell does.
package enum ProgramPath {
    /// The path of a program that can be run; nil where there is none.
    ///
    /// - Parameters:
    ///   - name: Its path, or without a slash its name in one of the folders.
    ///   - folders: The folders, joined by colons; a relative one is skipped.
    package static func of(_ name: String, in folders: String) -> String? {
        guard !name.utf8.contains(UInt8(ascii: "/")) else { return canRun(name) ? name : nil }
        let paths = folders.split(separator: ":").filter { $0.utf8.first == UInt8(ascii: "/") }.map { "\($0)/\(name)" }
        return paths.first(where: canRun)
    }

    private static func canRun(_ path: String) -> Bool {
        FileStatus(path: path)?.isRegularFile == true && FileManager.default.isExecutableFile(atPath: path)
    }
}
