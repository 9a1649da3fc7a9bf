import Foundation
package import Mosaic
import MosaicSystem
package import WebVTT

/// The folders with screenshots, and the films, below a root.
///
/// Links to folders are not followed, so loops do no harm. Hidden files and folders, recycle bins, snapshots,
/// Jellyfin's thumbnails and published storyboards are skipped. Names are compared by bytes, as the file system does:
/// `é` may be composed in one name and decomposed in another.
package struct SourceTree: Sendable {
    /// A folder with screenshots, or a prefix with screenshots in a bucket.
    package struct Folder: Hashable, Sendable {
        /// The absolute path, or the address in a bucket.
        package let path: String
        /// The path below the root; for the root, its own name.
        package let name: String
    }

    /// A film.
    package struct Film: Hashable, Sendable {
        /// The absolute path.
        package let path: String
        /// The path below the root.
        package let name: String
        /// Size of the file in bytes.
        package let bytes: Int
        /// Version of the file.
        package let version: ObjectVersion
        /// Time of the last change of the content, in nanoseconds since 1970.
        package let modified: Int64
        /// Path of the companion file, ``FilmCompanion``; nil without one.
        package let companion: String?
    }

    /// The result of a walk through the tree.
    package struct Walk: Sendable {
        /// The folders with screenshots, in a fixed order; each precedes the folders below it.
        package internal(set) var folders: [Folder] = []
        /// The films in the order of their folders; within a folder, sorted by the bytes of their names.
        package internal(set) var films: [Film] = []
        /// Whether there is nothing to compose.
        package var isEmpty: Bool { folders.isEmpty && films.isEmpty }
        /// Folders that could not be read or used, and files whose names are not UTF-8.
        package internal(set) var unreadable: [SkippedFile] = []
        /// Links with a film's name that lead to no file or cannot be opened.
        package internal(set) var brokenLinks: [SkippedFile] = []
        /// Folders of published storyboards that contain films, which are not composed.
        package internal(set) var passed: [SkippedFile] = []
        /// Number of films in the folders of ``passed``.
        package internal(set) var passedFilms = 0

        /// The walk without folders of screenshots, and with only the films that `isTaken` accepts.
        package func films(where isTaken: (Film) -> Bool) -> Walk {
            var walk = self
            walk.folders = []
            walk.films.removeAll { !isTaken($0) }
            return walk
        }

        /// Counts the films in the folder of a storyboard, and notes why they are not composed; does nothing without
        /// films.
        fileprivate mutating func pass(_ names: [String], in path: String, at place: String) {
            let films = names.filter { name in
                FilmName(name) != nil && ExportPath(name) == nil
                    && FileStatus(path: path + "/" + name)?.isRegularFile == true
            }
            guard let first = films.min() else { return }
            passedFilms += films.count
            let more = films.count == 1 ? "its film \(first) is" : "its \(films.count) films (\(first), ...) are"
            passed.append(
                SkippedFile(
                    name: place,
                    reason:
                        "It is the folder of a storyboard (\(Storyboard.recordName)), so \(more) passed by; move the "
                        + "storyboard or the films out of it."))
        }
    }

    /// The root's absolute path.
    package let root: String
    /// Whether every numbered picture counts as a screenshot; otherwise only `ch{index}_{seconds}s.jpg` does.
    private let takesNumbered: Bool

    /// Creates a tree. `interval` is the time between numbered pictures; nil if names contain times.
    ///
    /// - Throws: `notFound` if the folder is missing.
    package init(root: String, interval: Timestamp? = nil) throws {
        self.root = URL(fileURLWithPath: root).resolvingSymlinksInPath().path
        takesNumbered = interval != nil
        guard FileStatus(path: self.root)?.isFolder == true else {
            throw MosaicError(.notFound, name, "There is no such file or folder.")
        }
    }

    /// The name of the root folder.
    package var name: String { URL(fileURLWithPath: root).lastPathComponent }

    /// Checks that a library is neither the root nor a folder above it. Otherwise its storyboards would be among the
    /// sources.
    ///
    /// - Throws: `refused`.
    package func refuseLibrary(at path: String) throws {
        guard let library = FileStatus(path: path)?.identity else { return }
        var folder = URL(fileURLWithPath: root)
        while true {
            if FileStatus(path: folder.path)?.identity == library {
                throw MosaicError(
                    .refused, name, "The library must not be the folder that is read, or one above it; name another -o."
                )
            }
            let above = folder.deletingLastPathComponent()
            guard above.path != folder.path, folder.path != "/" else { return }
            folder = above
        }
    }

    /// Walks the whole tree without reading files. A folder with the name of a screenshot is skipped.
    ///
    /// - Parameter library: A folder to skip anywhere in the tree.
    package func walk(passing library: String?) -> Walk {
        let passed = library.flatMap { FileStatus(path: $0)?.identity }
        var walk = Walk()
        var open = [""]
        while let place = open.popLast() {
            let path = place.isEmpty ? root : root + "/" + place
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: path)
            } catch {
                let cause = SystemFailure(behind: error).map { ": \($0)" } ?? ""
                walk.unreadable.append(
                    SkippedFile(name: place.isEmpty ? name : place, reason: "The folder cannot be read\(cause)."))
                continue
            }
            // A published storyboard is not a source, though its sheets are numbered pictures.
            if names.contains(Storyboard.recordName) {
                walk.pass(names, in: path, at: place.isEmpty ? name : place)
                continue
            }
            var below: [String] = []
            var films: [(name: String, status: FileStatus)] = []
            var hasScreenshots = false
            var denial: String?
            // A folder that is passed by needs no look at its status: a library of films has one for each.
            for name in names where !name.hasPrefix(".") && !Self.passes(folder: name) {
                // One screenshot suffices; checking every file would take most of the walk's time.
                let isScreenshot = Self.isScreenshot(name, takesNumbered: takesNumbered)
                if isScreenshot, hasScreenshots { continue }
                let full = path + "/" + name
                guard let status = FileStatus(ofLinkItself: full) else {
                    if SystemFailure.current.isDenial {
                        denial = SystemFailure.closedFolder
                        break
                    }
                    // A name that is not UTF-8 cannot be opened. Any other file was removed in the meantime.
                    if name.unicodeScalars.contains("\u{FFFD}") {
                        walk.unreadable.append(
                            SkippedFile(name: Self.join(place, name), reason: "The name is not UTF-8; rename it."))
                    }
                    continue
                }
                if isScreenshot {
                    let file = FileStatus(path: full)
                    if file == nil, SystemFailure.current.isDenial {
                        denial = "The link \(name) cannot be followed: permission is denied."
                    }
                    hasScreenshots = file?.isRegularFile == true
                } else if status.isFolder, passed == nil || status.identity != passed {
                    below.append(Self.join(place, name))
                } else if FilmName(name) != nil, ExportPath(name) == nil {
                    guard let file = status.isLink ? FileStatus(path: full) : status else {
                        let failure = SystemFailure.current
                        walk.brokenLinks.append(Self.brokenLink(full, failure, name: Self.join(place, name)))
                        continue
                    }
                    if file.isRegularFile { films.append((name, file)) }
                }
            }
            if let denial, !hasScreenshots {
                walk.unreadable.append(SkippedFile(name: place.isEmpty ? name : place, reason: denial))
            }
            if !films.isEmpty { walk.films += Self.films(films, in: path, at: place, beside: names) }
            if hasScreenshots { walk.folders.append(Folder(path: path, name: place.isEmpty ? self.name : place)) }
            open += below.sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }
        }
        walk.brokenLinks.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return walk
    }

    /// Whether folders of this name are skipped: Jellyfin's thumbnails next to a film, which are numbered like
    /// screenshots, and folders of systems.
    package static func passes(folder name: String) -> Bool {
        name.hasSuffix(".trickplay") || SystemFolder.contains(name)
    }

    /// Whether a folder of the tree contains numbered pictures.
    var holdsNumbered: Bool {
        guard let tree = try? SourceTree(root: root, interval: .latest) else { return false }
        return !tree.walk(passing: nil).folders.isEmpty
    }

    private static func brokenLink(_ path: String, _ failure: SystemFailure, name: String) -> SkippedFile {
        let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)).map { " to \($0)" }
        let fault = failure.isAbsence ? "leads to no file" : "cannot be opened: \(failure)"
        return SkippedFile(name: name, reason: "It is a link\(target ?? ""), which \(fault).")
    }

    /// Whether a file is a screenshot by its name.
    ///
    /// - Parameter takesNumbered: Whether every numbered picture counts; otherwise only `ch{index}_{seconds}s.jpg` does.
    static func isScreenshot(_ name: String, takesNumbered: Bool) -> Bool {
        guard takesNumbered else { return ScreenshotName(name) != nil }
        return FolderEntry.isPicture(name) && NaturalName(name).number != nil
    }

    /// - Parameters:
    ///   - films: Name and status of each film in the folder.
    ///   - names: All names of the folder.
    private static func films(
        _ films: [(name: String, status: FileStatus)], in path: String, at place: String, beside names: [String]
    ) -> [Film] {
        let companions = Set(names.lazy.filter { $0.hasSuffix(".json") }.map { Array($0.utf8) })
        return films.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map { name, status in
            let companion = FilmCompanion.name(beside: name).flatMap {
                companions.contains(Array($0.utf8)) ? path + "/" + $0 : nil
            }
            return Film(
                path: path + "/" + name, name: join(place, name), bytes: status.bytes,
                version: ObjectVersion(of: status), modified: status.modified, companion: companion)
        }
    }

    private static func join(_ place: String, _ name: String) -> String { place.isEmpty ? name : place + "/" + name }
}

/// Folders in which systems and storage servers keep deleted files, snapshots and generated pictures.
///
/// Films in these folders are deleted films or copies of films elsewhere in the tree.
enum SystemFolder {
    /// The names in lower case.
    private static let names: Set<String> = [
        // Recycle bins of Synology, QNAP and Windows.
        "#recycle", "@recycle", "$recycle.bin", "recycler", "recycled",
        // Snapshots of Synology, QNAP and NetApp.
        "#snapshot", "@recently-snapshot", "~snapshot",
        // Thumbnails that Synology creates for each file.
        "@eadir",
        "system volume information", "lost+found",
    ]

    /// Whether a folder's name is one of these names, in any case. Hidden folders, such as `.Trash-1000`, are not
    /// included.
    static func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }
}
