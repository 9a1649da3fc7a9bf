import Foundation
package import Mosaic
import MosaicFiles
package import WebVTT

/// The folders below a root that hold screenshots.
///
/// Links to folders are not followed, so that no loop is endless; hidden folders and published storyboards are passed by.
package struct SourceTree: Sendable {
    /// A folder that holds screenshots.
    package struct Folder: Hashable, Sendable {
        /// The absolute path.
        package let path: String
        /// The path below the root; the root's own name where it is the root.
        package let name: String
    }

    /// What a walk through the tree comes to.
    package struct Walk: Sendable {
        /// The folders with screenshots, in the order of their names' bytes, each before those below it.
        package internal(set) var folders: [Folder] = []
        /// What could not be looked into.
        package internal(set) var unreadable: [SkippedFile] = []
    }

    /// The root's absolute path.
    package let root: String
    /// Whether any numbered picture is a screenshot, or only `ch{index}_{seconds}s.jpg`.
    private let takesNumbered: Bool

    /// Names the root of a tree; `interval` is the time between numbered pictures, nil where names tell the times.
    ///
    /// - Throws: `noScreenshots` where there is no such folder.
    package init(root: String, interval: Timestamp? = nil) throws {
        self.root = URL(fileURLWithPath: root).resolvingSymlinksInPath().path
        takesNumbered = interval != nil
        guard FileStatus(path: self.root)?.isFolder == true else {
            throw MosaicError(.noScreenshots, name, "There is no such folder.")
        }
    }

    private var name: String { URL(fileURLWithPath: root).lastPathComponent }

    /// Refuses a library that the tree lies in, as its storyboards would come to lie among the sources.
    ///
    /// - Throws: `refused`.
    package func refuseLibrary(at path: String) throws {
        guard let library = FileStatus(path: path)?.identity else { return }
        var folder = URL(fileURLWithPath: root)
        while true {
            if FileStatus(path: folder.path)?.identity == library {
                throw MosaicError(.refused, name, "It lies in the library that is to be written; name another one.")
            }
            let above = folder.deletingLastPathComponent()
            guard above.path != folder.path, folder.path != "/" else { return }
            folder = above
        }
    }

    /// Looks through the whole tree; no file is read. A folder named like a screenshot is passed by.
    ///
    /// - Parameter library: A folder that is passed by wherever it lies in the tree.
    package func walk(passing library: String?) -> Walk {
        let passed = library.flatMap { FileStatus(path: $0)?.identity }
        var walk = Walk()
        var open = [""]
        while let place = open.popLast() {
            let path = place.isEmpty ? root : root + "/" + place
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                walk.unreadable.append(
                    SkippedFile(name: place.isEmpty ? name : place, reason: "The folder cannot be read."))
                continue
            }
            // What compose or this library has written is no source, though its sheets are numbered pictures.
            if names.contains(Storyboard.recordName) { continue }
            var below: [String] = []
            var hasScreenshots = false
            for name in names where !name.hasPrefix(".") {
                // One is enough: to ask the system for all of them would be nearly all of the walk.
                let isScreenshot = isScreenshot(name)
                if isScreenshot, hasScreenshots { continue }
                let full = path + "/" + name
                guard let status = FileStatus(ofLinkItself: full) else {
                    // A name that is not UTF-8 leads nowhere as text; anything else is gone by now.
                    if name.unicodeScalars.contains("\u{FFFD}") {
                        walk.unreadable.append(
                            SkippedFile(name: Self.join(place, name), reason: "The name is not UTF-8; rename it."))
                    }
                    continue
                }
                if isScreenshot {
                    hasScreenshots = FileStatus(path: full)?.isRegularFile == true
                } else if status.isFolder, passed == nil || status.identity != passed {
                    below.append(Self.join(place, name))
                }
            }
            if hasScreenshots { walk.folders.append(Folder(path: path, name: place.isEmpty ? self.name : place)) }
            open += below.sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }
        }
        return walk
    }

    private func isScreenshot(_ name: String) -> Bool {
        guard takesNumbered else { return ScreenshotName(name) != nil }
        return FolderEntry.isPicture(name) && NaturalName(name).number != nil
    }

    private static func join(_ place: String, _ name: String) -> String { place.isEmpty ? name : place + "/" + name }
}
