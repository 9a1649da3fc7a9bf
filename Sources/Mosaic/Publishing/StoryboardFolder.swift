package import Foundation
import MosaicSystem

/// A folder that holds one published storyboard: `thumbnails.vtt`, `mosaic.json` and its sheets.
///
/// The folder is locked against other processes while the value exists. `StoryboardPublisher` describes the order in
/// which a publication becomes visible.
public struct StoryboardFolder: Sendable {
    /// The storyboard in the folder when it was opened; nil without one.
    package let previous: Storyboard?

    /// Status of the file from which `previous` was read; nil without one.
    private let record: FileStatus?
    private let path: String
    let name: String
    private let lock: FolderLock
    /// Folders that this value created, the deepest first.
    private let made: [String]

    /// Opens a folder for the storyboard `id`, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The folder's path.
    ///   - id: The storyboard's id.
    ///   - input: The folder of the screenshots; publishing into it or below it is refused.
    /// - Throws: `refused` if the folder holds another storyboard or a foreign track, or is `input` or inside of it;
    ///   `busy`, `malformed`, `unavailable`; `invalidSettings` for a path that no output may have, such as
    ///   `s3://bucket/`.
    public init(path: String, for id: StoryboardID, input: String? = nil) throws {
        try FolderPath.checkOutput(path)
        let name = FolderPath.name(of: path)
        self.path = path
        self.name = name
        let missing = Self.missingFolders(of: path)
        let existing = missing.last.map(FolderPath.parent) ?? path
        if let input { try Self.refuseOverlap(output: existing, input: input, name: name) }
        made = try Self.makeFolders(missing, name: name)
        do {
            // Checked again: the system resolves a `..` after a missing folder only when that folder exists.
            if let input { try Self.refuseOverlap(output: path, input: input, name: name) }
            lock = try MosaicError.translating { try FolderLock(path: path, name: name) }
            record = FileStatus(path: path + "/" + Storyboard.recordName)
            previous = try Self.storyboard(in: path)
            try Self.refuseForeign(in: path, id: id, previous: previous, name: name)
            // Checked before composing. A folder that holds a storyboard was writable before, so growing skips this
            // check.
            if made.isEmpty, previous == nil, let obstacle = PendingFile.obstacle(in: path) {
                throw MosaicError(.unavailable, name, "The folder cannot be written to: \(obstacle).")
            }
        } catch {
            // If another process has the lock, it needs the folders.
            if (error as? MosaicError)?.code != .busy { made.forEach { rmdir($0) } }
            throw error
        }
        FolderStore.discardLeftovers(ofLocked: path)
    }

    /// Reads the storyboard in a folder; nil if there is none.
    ///
    /// - Throws: `malformed`, `unavailable`.
    package static func storyboard(in path: String) throws -> Storyboard? {
        let record = path + "/" + Storyboard.recordName
        guard FileStatus(path: record) != nil else {
            guard !SystemFailure.current.isDenial else {
                throw FolderStore.closed(path)
            }
            return nil
        }
        return try Storyboard(
            parsing: MosaicError.translating {
                try FileReader.read(record, name: Storyboard.recordName, limit: 1 << 30)
            })
    }

    /// The source that is stored next to the record; nil without one.
    var recordedSource: RecordedSource? {
        let file = path + "/" + RecordedSource.fileName
        return (try? FileReader.read(file, name: RecordedSource.fileName, limit: RecordedSource.limit))
            .flatMap(RecordedSource.init(parsing:))
    }

    /// The publisher of the folder's storyboard.
    ///
    /// - Throws: `refused` if the folder was removed or replaced since it was opened; `malformed`, `unavailable`.
    package var place: StoryboardPublisher {
        get throws {
            guard lock.isHeld(at: path) else {
                throw MosaicError(
                    .refused, name, "The folder was removed or replaced since it was opened; open it again.")
            }
            let record = FileStatus(path: path + "/" + Storyboard.recordName)
            let previous = record == self.record ? self.previous : try Self.storyboard(in: path)
            return StoryboardPublisher(
                in: FolderStore(path: path), folder: nil, previous: previous,
                version: previous == nil ? nil : record?.version(at: FileStatus.now))
        }
    }

    /// Removes temporary files, and empty folders that this value created.
    package func abandon() {
        // Another process may have created the folder that is here now.
        guard lock.isHeld(at: path) else { return }
        FolderStore.discardLeftovers(ofLocked: path)
        made.forEach { rmdir($0) }
    }

    /// Creates folders durably, given the deepest first; returns the folders that no other process created.
    private static func makeFolders(_ missing: [String], name: String) throws -> [String] {
        var made: [String] = []
        for folder in missing.reversed() {
            if mkdir(folder, 0o777) == 0 {
                made.insert(folder, at: 0)
                continue
            }
            let failure = SystemFailure.current
            guard failure.code == EEXIST else {
                made.forEach { rmdir($0) }
                let reason = failure.making(in: FolderPath.parent(of: folder))
                throw MosaicError(.unavailable, name, "The folder cannot be made: \(reason).")
            }
        }
        // A power loss must not remove the folder of a published storyboard.
        do {
            for folder in made { try FolderStore.flush(folder: FolderPath.parent(of: folder)) }
        } catch {
            made.forEach { rmdir($0) }
            throw error
        }
        return made
    }

    /// The folders of a path that do not exist, the deepest first.
    private static func missingFolders(of path: String) -> [String] {
        var missing: [String] = []
        var rest = path
        while !rest.isEmpty, FileStatus(path: rest) == nil {
            missing.append(rest)
            rest = FolderPath.parent(of: rest)
        }
        return missing
    }

    /// Refuses an output folder that is the input or inside of it. The system resolves `..`, so that links are
    /// followed.
    private static func refuseOverlap(output: String, input: String, name: String) throws {
        guard let screenshots = FileStatus(path: input)?.identity else { return }
        // An output that is a file is refused later.
        guard FileStatus(path: output)?.isFolder != false else { return }
        var folder = output.isEmpty ? "." : output
        var below: [UInt64]?
        while let identity = FileStatus(path: folder)?.identity, identity != below {
            guard identity != screenshots else {
                throw MosaicError(
                    .refused, name,
                    "The output is the folder that is read, or lies inside it; write into another folder.")
            }
            below = identity
            folder += "/.."
        }
    }

    private static func refuseForeign(
        in path: String, id: StoryboardID, previous: Storyboard?, name: String
    ) throws {
        if let previous, previous.id != id {
            throw MosaicError(
                .refused, name,
                "The folder holds another storyboard, \(previous.id); write into another folder, or "
                    + "replace it with --replace --id \(previous.id).")
        }
        if previous == nil, FileStatus(path: path + "/" + Storyboard.trackName) != nil {
            throw MosaicError(
                .refused, name,
                "The folder holds a \(Storyboard.trackName) without a \(Storyboard.recordName); write into another "
                    + "folder, or remove it first.")
        }
    }
}

extension StoryboardFolder {
    /// Deletes objects that were retired at least `seconds` ago, including objects of further widths. Locks the folder
    /// only if there are such objects.
    ///
    /// - Returns: Whether any object was deleted.
    /// - Throws: as ``init(path:for:input:)``; errors of the store.
    @discardableResult
    package static func collect(
        in path: String, for id: StoryboardID, keepingOld seconds: Int, now: Date = Date()
    ) async throws -> Bool {
        let store = FolderStore(path: path)
        var isDue = false
        for key in [nil] + (try await StoryboardPublisher.widths(in: store, below: nil)).map({ "\($0)" }) {
            var journal = try await RetentionFolder(store: store, key: key.map(ObjectKey.init(part:))).journal()
            isDue = isDue || !journal.removeExpired(at: now, keeping: seconds).isEmpty
        }
        guard isDue else { return false }
        let folder = try StoryboardFolder(path: path, for: id)
        return try await !folder.place.collect(keepingOld: seconds, now: now).isEmpty
    }
}
