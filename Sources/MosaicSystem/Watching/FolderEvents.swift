import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The inotify events of a watched folder.
///
/// [inotify(7)](https://man7.org/linux/man-pages/man7/inotify.7.html)
struct FolderEvents: Hashable, Sendable {
    /// Whether a watch has ended, as after the removal of its folder.
    private(set) var areLast = false
    /// Whether an event has no file name: it concerns the folder itself, or the event queue has overflowed.
    private(set) var concernAll = false
    /// Whether visible folders in the folder were added, removed, renamed or changed.
    private(set) var concernFolders = false
    /// Files that were added, removed, renamed or closed after writing, or whose attributes changed.
    private(set) var changed: Set<String> = []
    /// Files that were written.
    private(set) var written: Set<String> = []

    #if canImport(Glibc)
        /// All requested events.
        static var mask: UInt32 {
            let files = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
            return UInt32(files | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
        }

        private static let headerLength = 16

        /// Adds the events of one read. An incomplete event at the end is ignored.
        mutating func add(_ bytes: ArraySlice<UInt8>) {
            var rest = bytes
            while rest.count >= Self.headerLength {
                let mask = Self.word(at: 4, of: rest)
                let length = Int(Self.word(at: 12, of: rest))
                rest = rest.dropFirst(Self.headerLength)
                guard length <= rest.count else { return }
                let name = rest.prefix(length).prefix { $0 != 0 }
                rest = rest.dropFirst(length)
                add(mask: mask, name: String(decoding: name, as: UTF8.self))
            }
        }

        private mutating func add(mask: UInt32, name: String) {
            if mask & UInt32(IN_IGNORED) != 0 {
                areLast = true
            } else if name.isEmpty {
                concernAll = true
            } else if mask & UInt32(IN_ISDIR) != 0 {
                if !name.hasPrefix(".") { concernFolders = true }
            } else if mask & UInt32(IN_MODIFY) != 0 {
                written.insert(name)
            } else {
                changed.insert(name)
            }
        }

        private static func word(at offset: Int, of bytes: ArraySlice<UInt8>) -> UInt32 {
            let word = bytes.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
            return UInt32(littleEndian: word)
        }
    #endif
}

#if canImport(Glibc)
    import Glibc

    /// The inotify watches of a folder and, for a tree, of its subfolders.
    final class FolderChanges: Sendable {
        /// Becomes readable when an event occurs.
        let descriptor: Int32
        private let name: String
        /// The numbers of the watches, and whether all folders could be watched.
        private let folders: Mutex<(numbers: Set<Int32>, areComplete: Bool)>

        /// Watches a folder from now on, with links followed; `nil` if the kernel has no inotify.
        ///
        /// - Throws: `unavailable`.
        init?(folder: String, name: String) throws {
            self.name = name
            descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            guard descriptor >= 0 else {
                let failure = SystemFailure.current
                if failure.code == ENOSYS { return nil }
                throw FileError(watching: name, failure)
            }
            let number = inotify_add_watch(descriptor, folder, FolderEvents.mask)
            folders = Mutex(([number], true))
            guard number >= 0 else {
                // The deinitializer closes the descriptor.
                throw FileError(watching: name, .current)
            }
        }

        /// Whether all folders are watched: the number of watched folders has a limit.
        var areComplete: Bool { folders.withLock(\.areComplete) }

        /// Watches further folders, too, and records whether all of these are watched now.
        ///
        /// - Returns: Whether one of them was not watched before.
        func watch(_ paths: [String]) -> Bool {
            folders.withLock { folders in
                var isNew = false
                folders.areComplete = true
                for path in paths {
                    // Returns the earlier number for a folder that is watched already.
                    let number = inotify_add_watch(descriptor, path, FolderEvents.mask)
                    if number >= 0 {
                        isNew = folders.numbers.insert(number).inserted || isNew
                    } else if !SystemFailure.current.isAbsence {
                        folders.areComplete = false
                    }
                }
                return isNew
            }
        }

        /// The events since the last call.
        ///
        /// - Throws: `unavailable`, also if the only watched folder was removed.
        func take() throws -> FolderEvents {
            var events = FolderEvents()
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count > 0 {
                    events.add(buffer[..<count])
                } else if count < 0, errno == EINTR {
                    continue
                } else if count == 0 || errno == EAGAIN {
                    break
                } else {
                    throw FileError(watching: name, .current)
                }
            }
            // In a tree, the removed folder may be a subfolder.
            if events.areLast, folders.withLock(\.numbers.count) == 1 { throw FileError(folderGone: name) }
            return events
        }

        deinit {
            if descriptor >= 0 { close(descriptor) }
        }
    }
#else
    /// A placeholder for systems without inotify.
    final class FolderChanges: Sendable {
        let descriptor: Int32 = -1

        init?(folder: String, name: String) { nil }

        var areComplete: Bool { false }

        func watch(_ paths: [String]) -> Bool { false }

        func take() -> FolderEvents { FolderEvents() }
    }
#endif
