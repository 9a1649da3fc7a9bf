import Foundation
import Mosaic

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension UploadFolder {
    /// Removed screenshots wait in a folder beside the one that they came in, which is called so and by the second.
    private static let asidePrefix = ".mosaic-screenshots-"

    /// Moves a storyboard's screenshots to where nobody composes from; what somebody else put beside them stays.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: `unavailable`, `refused` where a link is in the way; a later call moves the rest.
    func setAside(_ id: StoryboardID, now: Date) throws -> Bool {
        guard FileStatus(ofLinkItself: path(of: id)) != nil else { return false }
        try refuseLinks(to: id)
        let names = Self.screenshots(in: path(of: id))
        let aside = asideFolder(of: id, now: now)
        if !names.isEmpty, mkdir(aside, 0o777) != 0, errno != EEXIST { throw Self.failure(id) }
        for name in names where rename("\(path(of: id))/\(name)", "\(aside)/\(name)") != 0 { throw Self.failure(id) }
        rmdir(path(of: id))
        return !names.isEmpty
    }

    /// The folders of removed screenshots that are still there, the ones removed last first.
    func setAside(of id: StoryboardID) -> [String] {
        guard !isBehindLink(id) else { return [] }
        return asides(of: id).sorted { $0.since > $1.since }.map(\.path)
    }

    /// Removes a screenshot, whichever format it is in, from all that was set aside.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `unavailable`.
    func removeSetAside(_ name: ScreenshotName, of id: StoryboardID) throws -> Bool {
        var wasThere = false
        for path in setAside(of: id) {
            for file in Self.screenshots(in: path) where ScreenshotName(file) == name {
                guard unlink("\(path)/\(file)") == 0 || errno == ENOENT else { throw Self.failure(id) }
                wasThere = true
            }
            rmdir(path)
        }
        return wasThere
    }

    /// Removes screenshots that were set aside and whose time is over.
    ///
    /// - Returns: Whether there are others that wait for their time.
    /// - Throws: `unavailable`; a later call removes the rest.
    func removeExpired(of id: StoryboardID, keepingOld seconds: Int, now: Date) throws -> Bool {
        guard !isBehindLink(id) else { return false }
        let limit = Int(now.timeIntervalSince1970) - seconds
        var someWait = false
        for (path, since) in asides(of: id) {
            guard since <= limit else {
                someWait = true
                continue
            }
            for name in Self.screenshots(in: path) where unlink("\(path)/\(name)") != 0 && errno != ENOENT {
                throw Self.failure(id)
            }
            rmdir(path)
        }
        return someWait
    }

    /// Where what is removed in this second waits.
    func asideFolder(of id: StoryboardID, now: Date) -> String {
        "\(folder(of: id))/\(Self.asidePrefix)\(Int(now.timeIntervalSince1970))"
    }

    private func asides(of id: StoryboardID) -> [(path: String, since: Int)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder(of: id))) ?? []
        return names.compactMap { name in
            guard name.hasPrefix(Self.asidePrefix), let since = Int(name.dropFirst(Self.asidePrefix.count)),
                FileStatus(ofLinkItself: "\(folder(of: id))/\(name)")?.isFolder == true
            else { return nil }
            return ("\(folder(of: id))/\(name)", since)
        }
    }

    /// Whatever is called like a screenshot, but for folders: those are no uploads, and are not removed as files are.
    private static func screenshots(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { name in
            ScreenshotName(name) != nil && FileStatus(ofLinkItself: "\(path)/\(name)")?.isFolder == false
        }
    }

    private static func failure(_ id: StoryboardID) -> MosaicError {
        MosaicError(.unavailable, id.rawValue, "Its screenshots cannot be removed.")
    }
}
