package import Foundation
import TestSupport

/// A folder of one test's own, gone when the test is.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        path = base.appending(path: "mosaic-test-\(UUID().uuidString)").path
        precondition(mkdir(path, 0o777) == 0, "No folder can be made for a test.")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file and returns its path; `modified` is in seconds since 1970.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String, modified: TimeInterval? = nil) throws -> String {
        let file = path(name)
        try Data(bytes).write(to: URL(filePath: file))
        if let modified {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: modified)], ofItemAtPath: file)
        }
        return file
    }

    /// Writes a script that everybody may run, and returns its path.
    ///
    /// A child writes it: the system does not run a file that is open for writing, and processes that other tests start
    /// meanwhile would inherit this one's descriptor.
    package func writeProgram(_ script: String, to name: String) throws -> String {
        let command = #"printf %s "$1" >"$0" && /bin/chmod 755 "$0""#
        guard try FinishedProgram("/bin/sh", ["-c", command, path(name), script]).status == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        return path(name)
    }

    @discardableResult
    package func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    package func read(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path(name)))) }

    package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    package func holds(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Entries of a subfolder, hidden ones too, sorted by name.
    package func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? path : path(folder)).sorted()
    }

    /// The bytes of every file in a folder below and in its folders, hidden ones too, by their paths in it.
    package func contents(of folder: String = "") throws -> [String: [UInt8]] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        var contents: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.isEmpty ? path : path(folder)) {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: path(prefix + name), isDirectory: &isFolder)
            if exists, !isFolder.boolValue { contents[name] = try read(prefix + name) }
        }
        return contents
    }
}
