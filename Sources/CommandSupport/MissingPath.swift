import Foundation
import Mosaic
import MosaicSystem

/// A path that does not exist, and the reason.
package struct MissingPath {
    private static let mostNames = 2_000
    /// Maximum length of a file's name, in bytes.
    private static let longestName = 255
    private let path: String

    package init(_ path: String) { self.path = path }

    /// The sentence on a path with spaces that the shell split into several words; `nil` if the words are not such a
    /// path.
    package static func splitName(_ words: [String]) -> String? {
        let names = words.prefix { !$0.hasPrefix("-") }
        let path = names.joined(separator: " ")
        guard names.count > 1, FileStatus(ofLinkItself: names[0]) == nil, FileStatus(ofLinkItself: path) != nil else {
            return nil
        }
        return "A name with spaces takes quotes: \(ShellWord.quoted(path))"
    }

    /// Whether the path can never exist, however long a command waits.
    var isImpossible: Bool {
        path == "-" || address != nil || path == "~" || path.hasPrefix("~/") || FolderPath.isGarbled(path)
            || path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.count > Self.longestName }
    }

    /// The position of `://` after a URL's scheme; `nil` without one.
    private var address: Range<String.Index>? {
        path.firstRange(of: "://").flatMap { path[..<$0.lowerBound].allSatisfy(\.isLetter) ? $0 : nil }
    }

    var reason: String {
        if path == "-" {
            return "A film cannot be read from standard input, because its index may be at its end; save it to a file."
        }
        if let address {
            guard path[..<address.lowerBound].lowercased() == "file" else {
                return "Films and pictures at an address are not read yet; download them first."
            }
            let local = URL(string: path)?.path ?? ""
            return "It is a URL; name the path" + (local.isEmpty ? "." : ": \(local)")
        }
        if FolderPath.isGarbled(path) { return "The name is not valid UTF-8, so it cannot be opened; rename the file." }
        let missing = "There is no such file or folder."
        if path.hasPrefix("s3:") {
            return missing + " The address of a bucket begins with s3://, such as s3://bucket/prefix/."
        }
        if path == "~" || path.hasPrefix("~/") {
            return missing + " The shell does not expand ~ in quotes; write $HOME."
        }
        if path.hasPrefix("~") {
            return missing + " The shell expands ~NAME for a user of this name, and not in quotes."
        }
        if path.contains("\\") {
            let meant = path.replacing("\\", with: "/")
            return missing
                + (FileStatus(path: meant) == nil ? " Folders are separated by /, not \\." : " Did you mean \(meant)?")
        }
        let bare = String(path.prefix(path.count - 1))
        if path.hasSuffix("/"), FileStatus(path: bare).map({ !$0.isFolder }) == true {
            return missing + " \(bare) is a file; leave out the slash after it."
        }
        if let obstacleAbove { return obstacleAbove }
        if path.contains("*") { return missing + " The shell expands * outside of quotes, if a name matches." }
        return missing + suggestion
    }

    /// The file that the path uses as a folder; `nil` without one.
    var fileAbove: String? {
        let above = existingAbove.path
        return FileStatus(path: above).map { !$0.isFolder } == true ? above : nil
    }

    /// The sentence on the first folder of the path that is missing or is a file; `nil` if all are folders.
    private var obstacleAbove: String? {
        if let file = fileAbove { return "There is no such file or folder: \(file) is a file." }
        return existingAbove.missing.map { "There is no folder '\($0)'.\(MissingPath($0).suggestion)" }
    }

    /// The longest existing part above the path, and the missing folder directly below it; `nil` if only the last
    /// component is missing.
    private var existingAbove: (path: String, missing: String?) {
        var (above, missing) = (FolderPath.parent(of: path), String?.none)
        while !above.isEmpty, above != "/", FileStatus(path: above) == nil {
            missing = above
            above = FolderPath.parent(of: above)
        }
        return (above, missing)
    }

    /// A question that suggests the nearest name in the folder, with a leading space; empty without one.
    package var suggestion: String { path.isEmpty ? "" : neighbour.map { " Did you mean \($0)?" } ?? "" }

    /// The entry of the same folder with the nearest name, as a path like the typed one; `nil` if no name is near, or
    /// the folder has more than 2 000 entries.
    var neighbour: String? {
        let url = URL(fileURLWithPath: path)
        let names = try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        guard let names, names.count <= Self.mostNames, url.lastPathComponent.count <= 64, !path.hasSuffix("/"),
            let nearest = Self.nearest(to: url.lastPathComponent, among: names.filter { $0.count <= 64 }.sorted())
        else { return nil }
        return (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + nearest
    }

    /// The film with this name before its extension; else the nearest name; else a name with the same extension that
    /// begins with this name, or that this name begins with. `nil` without any of them.
    private static func nearest(to name: String, among names: [String]) -> String? {
        if let film = names.first(where: { FilmName($0)?.stem == name }) { return film }
        // A shared extension does not make two names similar.
        if let nearest = EditDistance.nearest(to: name, among: names),
            EditDistance.nearest(to: stem(name), among: [stem(nearest)]) != nil
        {
            return nearest
        }
        let (own, kind) = (stem(name), URL(fileURLWithPath: name).pathExtension)
        return names.first { other in
            let its = stem(other)
            return URL(fileURLWithPath: other).pathExtension == kind && min(its.count, own.count) >= 3
                && (its.hasPrefix(own) || own.hasPrefix(its))
        }
    }

    private static func stem(_ name: String) -> String {
        URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
    }
}
