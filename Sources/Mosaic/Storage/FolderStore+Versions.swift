import Foundation
package import MosaicSystem

/// Versions of files, and conditional publication.
///
/// `absent` links the staged file to its name, which fails if a file has the name: of several writers exactly one
/// succeeds. `matches` locks the file that it replaces, compares its version and renames at once: of several writers
/// with that condition exactly one succeeds. Unconditional puts, deletions and foreign programs take no such lock.
/// Their changes are detected up to the comparison; a change between the comparison and the renaming, two system
/// calls, is replaced.
///
/// The lock is on the file and not on its folder, because the publisher of a storyboard holds the folder's lock.
extension FolderStore {
    /// Refuses objects whose condition does not hold.
    ///
    /// - Throws: `conflict`; `unavailable` if the name belongs to an entry that is not a file.
    func check(_ object: StagedObject, in place: Place) throws {
        guard object.condition != .always else { return }
        if let status = place.status, !status.isRegularFile, !status.isLink {
            throw MosaicError(.unavailable, object.key.rawValue, "This name belongs to something that is not a file.")
        }
        let holds =
            switch object.condition {
            case .always: true
            case .absent: place.status == nil
            case .matches(let version): place.status.map(ObjectVersion.init(of:)) == version
            }
        guard holds else { throw MosaicError(conflictOn: object.key) }
    }

    /// Gives a staged file its name under the object's condition.
    ///
    /// - Throws: `conflict`, `unavailable`; the file stays staged then.
    func name(_ file: PendingFile, of object: StagedObject) throws -> ObjectVersion {
        let status = try MosaicError.translating {
            switch object.condition {
            case .always: try file.commit()
            case .absent: try file.commitIfAbsent()
            case .matches(let version): try file.commit { ObjectVersion(of: $0) == version }
            }
        }
        guard let status else { throw MosaicError(conflictOn: object.key) }
        return ObjectVersion(of: status)
    }
}

extension ObjectVersion {
    /// The version of a file: its inode, its length, and when it was last written and last changed.
    ///
    /// The time of the last change cannot be set, so that a file whose time of writing was set back has another version.
    package init(of file: FileStatus) {
        rawValue = "\(file.inode):\(file.bytes):\(file.modified):\(file.changed)"
    }

    /// Whether it is an earlier version of a file that was not written since: its rights or links may have changed.
    func precedes(_ file: FileStatus) -> Bool {
        rawValue.hasPrefix("\(file.inode):\(file.bytes):\(file.modified):")
    }
}

extension FileStatus {
    /// The version of the file; nil where it was written so recently that a later change may not change its times.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    package func version(at now: Int64) -> ObjectVersion? { isSettled(at: now) ? ObjectVersion(of: self) : nil }

    /// The status as that of an object.
    func object(_ key: ObjectKey, at now: Int64) -> ObjectStatus {
        ObjectStatus(
            key: key, bytes: bytes, modified: Date(timeIntervalSince1970: TimeInterval(modified) / 1_000_000_000),
            version: version(at: now))
    }
}
