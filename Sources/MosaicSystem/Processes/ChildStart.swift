import Foundation
import Synchronization

#if canImport(Glibc)
    import CMosaicSystem
#endif

/// Starts a child process with chosen descriptors. The child inherits no other descriptor.
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
    /// The child's environment variables, each as `NAME=value`.
    var environment: [String] = []
    /// The child's working folder; `nil` leaves the folder of this process.
    var folder: OpenFolder?

    /// Starts a program.
    ///
    /// - Returns: The process number, which is also the number of its process group.
    /// - Throws: `missing` if the program does not exist; `unavailable`.
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
        // This action comes first, because the folder's descriptor may be one of the descriptors to replace.
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

/// The niceness of the programs that this process starts. Used only on Linux.
///
/// A program inherits the niceness of the thread that starts it. libdispatch sets the niceness of its threads: if the
/// user is root, to a lower value than the process has.
package enum ChildNiceness {
    private static let chosen = Mutex<Int32?>(nil)

    /// Sets the niceness of all programs that are started afterwards, -20...19.
    package static func choose(_ niceness: Int32) { chosen.withLock { $0 = niceness } }

    /// Sets the niceness of the calling thread before it starts a program. Without a chosen niceness, uses the main
    /// thread's, which libdispatch does not change.
    static func apply() {
        #if canImport(Glibc)
            let kind = __priority_which_t(PRIO_PROCESS.rawValue)
            let niceness = chosen.withLock(\.self) ?? getpriority(kind, id_t(getpid()))
            // This fails for a user without the right to raise priorities; libdispatch cannot have raised them either.
            _ = setpriority(kind, 0, niceness)
        #endif
    }
}

/// Finds programs as a shell does.
package enum ProgramPath {
    /// The path of an executable program; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - name: The program's path, or, without a slash, its name in one of the folders.
    ///   - folders: The folders, joined by colons. Relative folders are skipped.
    package static func of(_ name: String, in folders: String) -> String? {
        guard !name.utf8.contains(UInt8(ascii: "/")) else { return canRun(name) ? name : nil }
        let paths = folders.split(separator: ":").filter { $0.utf8.first == UInt8(ascii: "/") }.map { "\($0)/\(name)" }
        return paths.first(where: canRun)
    }

    private static func canRun(_ path: String) -> Bool {
        FileStatus(path: path)?.isRegularFile == true && FileManager.default.isExecutableFile(atPath: path)
    }
}
