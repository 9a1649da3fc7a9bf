import Foundation
import MosaicSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension FolderStore {
    /// Renames files, then flushes their folders.
    ///
    /// - Throws: `unavailable`, `refused`; a later call renames the rest.
    package func move(_ moves: [(from: ObjectKey, to: ObjectKey)]) async throws {
        var changed: Set<String> = []
        var sources: Set<String> = []
        for (from, to) in moves {
            let (source, target) = (try place(of: from), try place(of: to))
            guard source.status?.isRegularFile == true else { continue }
            try inFolder(target.folder) {
                guard rename(source.path, target.path) != 0 else { return }
                let failure = SystemFailure.current
                throw MosaicError(.unavailable, from.rawValue, "The file cannot be renamed: \(failure).")
            }
            sources.insert(source.folder)
            changed.formUnion(foldersToFlush(for: target.folder))
        }
        for folder in changed.union(sources) { try Self.flush(folder: folder) }
        for folder in sources where folder != path { removeEmpty(folder, levels: 1) }
    }

    /// Visits every folder of a storyboard; locked ones are skipped.
    ///
    /// - Throws: `unavailable`.
    package func discardLeftovers() async throws {
        guard FileStatus(path: path)?.isFolder == true else { return }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: path).lastPathComponent, "The folder cannot be read.")
        }
        for name in names {
            guard StoryboardID(rawValue: name) != nil, let key = ObjectKey(rawValue: name),
                FileStatus(ofLinkItself: path + "/" + name)?.isFolder == true,
                Self.holdsLeftovers(path + "/" + name)
            else { continue }
            // Locking removes the files; unlocking removes a folder that is empty then.
            _ = try? await lock(key)
        }
    }
}
