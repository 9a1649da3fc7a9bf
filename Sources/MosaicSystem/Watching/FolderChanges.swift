#if canImport(Glibc)
    import Glibc

    /// The kernel's watch over one folder.
    final class FolderChanges: Sendable {
        /// Readable when an event has occurred.
        let descriptor: Int32
        private let name: String

        /// Watches a folder from now on, links followed; nil where the kernel cannot.
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
            guard inotify_add_watch(descriptor, folder, FolderEvents.mask) >= 0 else {
                // Closes the descriptor, too.
                throw FileError(watching: name, .current)
            }
        }

        /// The events since the last call.
        ///
        /// - Throws: `unavailable`, also where the folder was removed.
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
            if events.areLast { throw FileError(folderGone: name) }
            return events
        }

        deinit {
            if descriptor >= 0 { close(descriptor) }
        }
    }
#else
    /// This system reports no changes.
    final class FolderChanges: Sendable {
        let descriptor: Int32 = -1

        init?(folder: String, name: String) { nil }

        func take() -> FolderEvents { FolderEvents() }
    }
#endif
