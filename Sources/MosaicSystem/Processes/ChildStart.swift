import Foundation
import Synchronization

#if canImport(Glibc)
    import CMosaicSystem
    import Glibc
#else
    import Darwin
#endif

/// How a child is started: its descriptors from 0 on, and nothing else of this process.
struct ChildStart {
    #if canImport(Glibc)
        private typealias Actions = posix_spawn_file_actions_t
        private typealias Attributes = posix_spawnattr_t
    #else
        private typealias Actions = posix_spawn_file_actions_t?
        private typealias Attributes = posix_spawnattr_t?
    #endif

    /// The child's descriptors 0, 1 and so on.
    let descriptors: [OwnedDescriptor]
    /// The child's environment, each as `NAME=value`.
    var environment: [String] = []
    /// The child's working folder; nil for that of this process.
    var folder: OpenFolder?

    /// Starts a program.
    ///
    /// - Returns: The number of its process, which is that of its group.
    /// - Throws: `missing` where there is no such program; `unavailable`.
    func run(_ path: String, name: String, arguments: [String]) throws -> pid_t {
        #if canImport(Glibc)
            var (actions, attributes) = (Actions(), Attributes())
        #else
            var (actions, attributes): (Actions, Attributes) = (nil, nil)
        #endif
        var code = posix_spawn_file_actions_init(&actions)
        guard code == 0 else { throw failure(code, name) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        code = posix_spawnattr_init(&attributes)
        guard code == 0 else { throw failure(code, name) }
        defer { posix_spawnattr_destroy(&attributes) }
        // First, because the folder's descriptor may be one of those that are replaced.
        if let folder {
            code = posix_spawn_file_actions_addfchdir_np(&actions, folder.descriptor)
            guard code == 0 else { throw failure(code, name) }
        }
        for (target, descriptor) in descriptors.enumerated() where code == 0 {
            code = posix_spawn_file_actions_adddup2(&actions, descriptor.number, Int32(target))
        }
        guard code == 0 else { throw failure(code, name) }
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
        #if canImport(Glibc)
            code = posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
            guard code == 0 else { throw failure(code, name) }
        #else
            flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #endif
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let texts = ([name] + arguments).map { strdup($0) }
        let variables = environment.map { strdup($0) }
        defer { for text in texts + variables { free(text) } }
        var number: pid_t = 0
        ChildNiceness.apply()
        code = withExtendedLifetime(folder) {
            posix_spawn(&number, path, &actions, &attributes, texts + [nil], variables + [nil])
        }
        guard code == 0 else { throw failure(code, name) }
        return number
    }

    private func failure(_ code: Int32, _ name: String) -> FileError {
        let kind: FileError.Code = [ENOENT, ENOTDIR].contains(code) ? .missing : .unavailable
        return FileError(kind, name, "The program cannot be started: \(SystemFailure(code: code)).")
    }
}

/// The niceness of the programs that this process starts; only Linux needs it.
///
/// A program inherits the niceness of the thread that starts it. libdispatch sets that of each of its threads, to less than
/// the process has where the user is root.
package enum ChildNiceness {
    private static let chosen = Mutex<Int32?>(nil)

    /// Chooses the niceness of all programs that start from here on, -20...19.
    package static func choose(_ niceness: Int32) { chosen.withLock { $0 = niceness } }

    /// Gives it to the calling thread, which starts a program next; without a choice that of the main thread, which
    /// libdispatch does not set.
    static func apply() {
        #if canImport(Glibc)
            let kind = __priority_which_t(PRIO_PROCESS.rawValue)
            let niceness = chosen.withLock(\.self) ?? getpriority(kind, id_t(getpid()))
            // A thread of a user without rights has it already.
            _ = setpriority(kind, 0, niceness)
        #endif
    }
}

/// Finds programs like a shell does.
package enum ProgramPath {
    /// The path of a program that can be run; nil where there is none.
    ///
    /// - Parameters:
    ///   - name: Its path, or without a slash its name in one of the folders.
    ///   - folders: The folders, joined by colons; a relative one is skipped.
    package static func of(_ name: String, in folders: String) -> String? {
        guard !name.utf8.contains(UInt8(ascii: "/")) else { return canRun(name) ? name : nil }
        let paths = folders.split(separator: ":").filter { $0.utf8.first == UInt8(ascii: "/") }.map { "\($0)/\(name)" }
        return paths.first(where: canRun)
    }

    private static func canRun(_ path: String) -> Bool {
        FileStatus(path: path)?.isRegularFile == true && FileManager.default.isExecutableFile(atPath: path)
    }
}
