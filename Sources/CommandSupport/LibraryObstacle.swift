package import Mosaic
import MosaicSystem

/// Reasons why a path does not lead to a library, as sentences that say what to type instead.
package enum LibraryObstacle {
    /// The reason why a library cannot be read: the path has no catalog.
    package static func toReading(at path: String) -> String {
        switch PathContent(at: path) {
        case .missing:
            "There is no such library: mosaic batch and mosaic submit make one.\(MissingPath(path).suggestion)"
        case .emptyFolder:
            "The folder is empty, and not a library; mosaic batch FOLDER -o \(ShellWord.quoted(path)) makes one in it."
        case .storyboard: "The folder holds one storyboard, not a library of storyboards."
        case .library: "The catalog in the folder cannot be read: permission is denied."
        case let content:
            toMaking(content, at: path)
                ?? "The folder is not a library, for it has no catalog: mosaic batch and mosaic submit make one, and mosaic "
                + "repair makes that of storyboards that are there."
        }
    }

    /// The reason why no library may be made at a path; `nil` if one may, and for a path that is a library.
    ///
    /// - Parameter isBesideFilms: Whether a folder of films may become one.
    package static func toMaking(at path: String, isBesideFilms: Bool = false) -> String? {
        let content = PathContent(at: path)
        if isBesideFilms, content.holdsFilms(at: path) { return nil }
        return toMaking(content, at: path)
    }

    /// The remark of a server that begins with a new library; `nil` for a path that exists.
    ///
    /// - Throws: `notFound` if the folder above the path does not exist: the path is probably mistyped;
    ///   `invalidSettings` for an empty path or an address such as `s3://bucket/`.
    package static func remarkOnMaking(at path: String) throws(MosaicError) -> String? {
        guard FileStatus(ofLinkItself: path) == nil else { return nil }
        try FolderPath.checkOutput(path)
        let missing = MissingPath(path)
        let parent = FolderPath.parent(of: path)
        guard FileStatus(path: parent.isEmpty ? "." : parent) != nil else {
            let isMeant = !path.hasPrefix("~") && !path.contains("://")
            let advice = isMeant ? " mkdir -p \(ShellWord.quoted(path)) makes the folder of a new library." : ""
            throw MosaicError(.notFound, FolderPath.name(of: path), missing.reason + advice)
        }
        return "\(path): There was no such folder, so this is a new library without storyboards.\(missing.suggestion)"
    }

    private static func toMaking(_ content: PathContent, at path: String) -> String? {
        switch content {
        case .missing, .emptyFolder, .storyboard, .library, .otherFolder: nil
        case .brokenLink, .unreachable: content.obstruction
        case .screenshots(let first):
            "It holds screenshots (\(first)), and is not a library; mosaic compose \(ShellWord.quoted(path)) makes a storyboard "
                + "of them."
        case .lockedFolder: "The folder cannot be read: permission is denied."
        case .films(let count, let first):
            "It holds \(count == 1 ? "1 film" : "\(count) films") (\(first)), and is not a library; mosaic batch "
                + "\(ShellWord.quoted(path)) -o library makes one of it."
        case .film: "It is a film, not a library; mosaic batch FOLDER -o library makes one of a folder of films."
        default: "It is a file; a library is a folder."
        }
    }
}
