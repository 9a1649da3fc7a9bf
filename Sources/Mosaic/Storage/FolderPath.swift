import Foundation
import MosaicSystem

/// Splits paths at every slash byte, as the file system does; a `Character` may combine a slash with a following mark.
package enum FolderPath {
    /// Rejects an address, such as `s3://bucket/`, and a `~/out` that the shell did not expand: both would become a
    /// local folder of that name. Also rejects an empty path, the root folder, and a name that is not UTF-8, because
    /// its text is another name.
    ///
    /// - Throws: `invalidSettings` naming the scheme or the path.
    package static func checkOutput(_ path: String) throws(MosaicError) {
        guard !isGarbled(path) else {
            throw MosaicError(.invalidSettings, path, "The name is not valid UTF-8; choose another name.")
        }
        guard !path.isEmpty else {
            throw MosaicError(.invalidSettings, "path", "It is empty, as a variable of the shell without a value is.")
        }
        guard name(of: path) != "/" else {
            throw MosaicError(.invalidSettings, path, "It is the root of the file system; name a folder in it.")
        }
        if path == "~" || path.utf8.starts(with: "~/".utf8) {
            throw MosaicError(
                .invalidSettings, path,
                "The shell does not expand ~ in quotes; write $HOME, or ./~ for a folder of this name.")
        }
        let scheme = path.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
        guard let first = scheme.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first & ~0x20,
            path.utf8.dropFirst(scheme.count).starts(with: "://".utf8)
        else { return }
        throw MosaicError(
            .invalidSettings, "\(Substring(scheme))://",
            "Output to an address is not supported yet; name a local folder.")
    }

    /// Whether a path has a name that is not UTF-8: its bytes became U+FFFD, and no entry of the folder has a name that
    /// begins with that text.
    package static func isGarbled(_ path: String) -> Bool {
        guard let mark = path.unicodeScalars.lastIndex(of: "\u{FFFD}") else { return false }
        let known = String(path.unicodeScalars[...mark])
        let folder = parent(of: known)
        let beginning = known.utf8.split(separator: UInt8(ascii: "/")).last ?? known.utf8[...]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        // A listing also replaces other bytes by U+FFFD, but no file exists under such a name.
        return !names.contains {
            $0.utf8.starts(with: beginning)
                && FileStatus(ofLinkItself: (folder.isEmpty ? "." : folder) + "/" + $0) != nil
        }
    }

    /// The parent folder of a path; empty for the working folder.
    package static func parent(of path: String) -> String {
        let slash = UInt8(ascii: "/")
        var rest = path.utf8[...]
        while rest.last == slash { rest.removeLast() }
        while let last = rest.last, last != slash { rest.removeLast() }
        // A slash at the front is the root folder.
        while rest.last == slash, rest.count > 1 { rest.removeLast() }
        return String(Substring(rest))
    }

    /// The last component of a path, also for `.` and a path with a slash at the end.
    package static func name(of path: String) -> String {
        // Creating a URL takes longer than reading a small folder, so it is the fallback.
        named(path) ?? URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    }

    /// The last component of a path; `nil` if it is not a name, as in `a/..`, or if the path begins with `~`.
    private static func named(_ path: String) -> String? {
        let (bytes, slash) = (path.utf8, UInt8(ascii: "/"))
        guard bytes.first != UInt8(ascii: "~"), !bytes.contains(0), let last = bytes.lastIndex(where: { $0 != slash })
        else { return nil }
        let part = bytes[...last]
        let name = String(part.lastIndex(of: slash).map { part[part.index(after: $0)...] } ?? part)
        return name == "." || name == ".." ? nil : name
    }
}
