import Foundation
import MosaicSystem

/// Finds the folders of videos, `{username}/{genre}`, below the roots. A root or user folder is listed again only after
/// its time has changed.
struct VideoTree: Sendable {
    /// Identifies the state of a folder; changes with the folder's list of names.
    struct Stamp: Hashable, Sendable {
        let inode: UInt64
        /// Nanoseconds since 1970.
        let modified: Int64
        let changed: Int64

        fileprivate init(_ status: FileStatus) {
            inode = status.inode
            modified = status.modified
            changed = status.changed
        }
    }

    /// A folder in one of the roots.
    struct Place: Sendable {
        let root: VideoRoot
        /// The absolute path.
        let path: String
        let stamp: Stamp
        /// Whether the path from the root to the folder contains a link.
        let isBehindLink: Bool
    }

    /// The result of a walk.
    struct Walk: Sendable {
        /// The folders with their places in the order of the roots.
        var folders: [VideoFolder: [Place]] = [:]
        /// Number of roots and user folders that could not be read.
        var unreadable = 0
    }

    /// The names in a listed folder, and the folder's stamp at that time.
    private struct Listing: Sendable {
        let stamp: Stamp
        /// Whether a name may have been added since without a change of the stamp.
        let isYoung: Bool
        let names: [String]
    }

    private let roots: VideoRoots
    /// Listings by the bytes of the path, because composed and decomposed letters name different folders.
    private var listings: [[UInt8]: Listing] = [:]

    init(of roots: VideoRoots) { self.roots = roots }

    /// Finds all folders without listing their files.
    mutating func walk() -> Walk {
        var walk = Walk()
        var seen: [[UInt8]: Listing] = [:]
        for root in roots.roots {
            guard let users = names(in: root.path, &seen) else {
                walk.unreadable += 1
                continue
            }
            for username in users {
                let path = root.path + "/" + username
                guard let user = folder(path, of: root, isBehindLink: false) else { continue }
                guard let genres = names(in: path, &seen) else {
                    // The folder may have been removed just now.
                    if !FileStatus.isAbsent(path) { walk.unreadable += 1 }
                    continue
                }
                for genre in genres {
                    guard let place = folder(path + "/" + genre, of: root, isBehindLink: user.isBehindLink) else {
                        continue
                    }
                    walk.folders[VideoFolder(username: username, genre: genre), default: []].append(place)
                }
            }
        }
        listings = seen
        return walk
    }

    /// The names in a folder that are not hidden; nil if the folder cannot be read.
    private func names(in path: String, _ seen: inout [[UInt8]: Listing]) -> [String]? {
        guard let status = FileStatus(path: path) else { return nil }
        let (key, stamp) = (Array(path.utf8), Stamp(status))
        if let known = listings[key], known.stamp == stamp, !known.isYoung {
            seen[key] = known
            return known.names
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
        let visible = names.filter { !$0.hasPrefix(".") }
        let isYoung = FileStatus.now &- stamp.modified < 2_000_000_000
        seen[key] = Listing(stamp: stamp, isYoung: isYoung, names: visible)
        return visible
    }

    /// A folder below a root; nil for a file, and for a link that leads out of the root or to a hidden folder.
    private func folder(_ path: String, of root: VideoRoot, isBehindLink: Bool) -> Place? {
        guard let own = FileStatus(ofLinkItself: path) else { return nil }
        guard own.isLink else {
            guard own.isFolder else { return nil }
            return Place(root: root, path: path, stamp: Stamp(own), isBehindLink: isBehindLink)
        }
        guard root.holds(path), let status = FileStatus(path: path), status.isFolder else { return nil }
        return Place(root: root, path: path, stamp: Stamp(status), isBehindLink: true)
    }
}
