import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server that runs until the value goes.
final class RunningServer {
    /// Where it listens on this machine.
    let port: Int
    /// The process's number.
    let identifier: pid_t
    private let folder: ScratchFolder

    /// Starts a program and waits until it accepts connections, at most `seconds`; its output is kept in `folder`.
    init(_ arguments: [String], port: Int, folder: ScratchFolder? = nil, within seconds: Int = 10) throws {
        self.port = port
        self.folder = try folder ?? ScratchFolder()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, 2, self.folder.path + "/errors", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var child = pid_t()
        guard posix_spawn(&child, arguments[0], &actions, nil, &pointers, environ) == 0 else {
            throw ChildProcess.Failure(description: "\(arguments[0]) cannot be started; build everything in release.")
        }
        identifier = child
        for _ in 0..<seconds * 40 {
            if LocalSocket(port: port) != nil { return }
            usleep(25_000)
        }
        throw ChildProcess.Failure(description: "\(arguments[0]) takes no connections.")
    }

    deinit {
        kill(identifier, SIGTERM)
        waitpid(identifier, nil, 0)
    }

    /// Processor time of it and its workers until now.
    var processorSeconds: Double {
        // The fields behind the name in brackets: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
        processes.reduce(0) { $0 + Double($1[11] + $1[12]) } / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Memory of it and its workers that is resident, in bytes.
    var residentBytes: Int { processes.reduce(0) { $0 + $1[21] } * Int(sysconf(Int32(_SC_PAGESIZE))) }

    /// Fields of `/proc/PID/stat` of it and its workers, from the third on; 0 for fields that are not numbers.
    private var processes: [[Int]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let number = pid_t(name), let data = FileManager.default.contents(atPath: "/proc/\(name)/stat"),
                let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last
            else { return nil }
            let numbers = fields.split(separator: " ").map { Int($0) ?? 0 }
            return number == identifier || numbers[1] == Int(identifier) ? numbers : nil
        }
    }
}
