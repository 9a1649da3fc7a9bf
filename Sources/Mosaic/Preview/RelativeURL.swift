import Foundation

/// The place of a file as a URL that a page in another folder may use, in a folder and on a server alike.
package enum RelativeURL {
    /// The URL of a file, relative to a folder.
    ///
    /// Links on both paths stay as they are named, because browsers compare names alone.
    package static func path(to file: String, from folder: String) -> String {
        let file = parts(of: file)
        return
            (steps(to: Array(file.dropLast()), from: parts(of: folder))
            + file.suffix(1).map { PercentEncoding.encoded($0) })
            .joined(separator: "/")
    }

    /// The beginning of URLs of files in one folder, relative to another: empty for the same folder, else with a slash at
    /// its end.
    ///
    /// Neither folder is named where one holds the other, so that both may be renamed, or served as the root of a host.
    package static func prefix(to folder: String, from other: String) -> String {
        let (folder, other) = (resolvingIfSame(folder, as: other), parts(of: other))
        return steps(to: folder, from: other).map { $0 + "/" }.joined()
    }

    /// The names on a folder's path; those of the other path if links lead both to the same folder.
    private static func resolvingIfSame(_ folder: String, as other: String) -> [String] {
        let resolved = [folder, other].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL }
        return parts(of: resolved[0].path == resolved[1].path ? other : folder)
    }

    private static func steps(to folder: [String], from other: [String]) -> [String] {
        let shared = zip(folder, other).prefix { $0 == $1 }.count
        return Array(repeating: "..", count: other.count - shared)
            + folder.dropFirst(shared).map { PercentEncoding.encoded($0) }
    }

    /// The names on the absolute path, without dots.
    private static func parts(of path: String) -> [String] {
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var parts: [String] = []
        for part in absolute.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts
    }
}
