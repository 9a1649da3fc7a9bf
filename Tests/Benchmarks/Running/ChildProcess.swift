import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program that ran to its end, with its resource usage.
struct ChildProcess {
    /// Seconds from before its start until after its end.
    let wall: Double
    /// Seconds of processor time, all threads, user and system.
    let processor: Double
    /// The most memory it had resident, in bytes.
    ///
    /// The system begins counting with what the parent had at its own peak, so the parent has to stay small.
    let peakBytes: Int
    /// Bytes read from files, pipes and caches; `nil` if the system does not report them.
    let bytes: ByteCounts?
    /// Standard output.
    let output: [UInt8]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Where this program lies.
    static var ownPath: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

    /// The `mosaic` that was built beside this program.
    static func mosaic() throws -> String {
        let path = URL(fileURLWithPath: ownPath).deletingLastPathComponent().appendingPathComponent("mosaic").path
        guard access(path, X_OK) == 0 else {
            throw Failure(
                description: "\(path) is missing: build everything with swift build -c release --static-swift-stdlib.")
        }
        return path
    }

    /// The path of a program in `PATH`; `nil` if it is missing.
    static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// The path of a program that `PATH` leads to.
    ///
    /// - Throws: With the command that installs it on Debian.
    static func required(_ name: String) throws -> String {
        guard let path = find(name) else {
            let package = name == "callgrind_control" ? "valgrind" : name == "strip" ? "binutils" : name
            throw Failure(description: "\(name) is missing; on Debian .ci/install \(package) installs it.")
        }
        return path
    }

    /// Runs a program and waits for its end.
    ///
    /// - Parameters:
    ///   - environment: Added to this program's own.
    ///   - isSilent: Whether its standard error is thrown away.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], isSilent: Bool = true
    ) throws -> ChildProcess {
        let folder = try ScratchFolder()
        let outputPath = folder.path + "/output"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        if isSilent { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var argumentPointers = arguments.map { strdup($0) } + [nil]
        var variablePointers = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argumentPointers + variablePointers).forEach { free($0) } }
        let start = Clock.wall.seconds
        var identifier = pid_t()
        guard
            posix_spawn(&identifier, arguments[0], &actions, nil, &argumentPointers, &variablePointers) == 0
        else { throw Failure(description: "\(arguments[0]) cannot be started.") }
        let bytes = bytesAtEnd(of: identifier)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw Failure(description: "\(arguments[0]) was lost.") }
        }
        let wall = Clock.wall.seconds - start
        let output = FileManager.default.contents(atPath: outputPath) ?? Data()
        guard status & 0x7F == 0, [0, 1].contains(status >> 8), status >> 8 == 0 || !output.isEmpty else {
            throw Failure(description: "\(arguments.prefix(8).joined(separator: " ")) failed with status \(status).")
        }
        #if canImport(Glibc)
            let peakUnit = 1024
        #else
            let peakUnit = 1
        #endif
        return ChildProcess(
            wall: wall, processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            peakBytes: Int(usage.ru_maxrss) * peakUnit, bytes: bytes, output: Array(output))
    }

    /// Waits for a process's end, without letting go of what the system knows of it.
    private static func bytesAtEnd(of identifier: pid_t) -> ByteCounts? {
        #if os(Linux)
            var information = siginfo_t()
            while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0 {
                guard errno == EINTR else { return nil }
            }
        #endif
        return ByteCounts(of: identifier)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

extension ChildProcess {
    /// Bytes that a process and its children that ended have read and written: files, pipes and caches alike.
    struct ByteCounts {
        let read: Int
        let written: Int

        private init(read: Int, written: Int) { (self.read, self.written) = (read, written) }

        /// `nil` if the system counts none. https://man7.org/linux/man-pages/man5/proc_pid_io.5.html
        init?(of identifier: pid_t) {
            let data = FileManager.default.contents(atPath: "/proc/\(identifier)/io") ?? Data()
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            func count(_ name: String) -> Int? {
                lines.first { $0.hasPrefix(name) }?.split(separator: " ").last.flatMap { Int($0) }
            }
            guard let read = count("rchar:"), let written = count("wchar:") else { return nil }
            self.init(read: read, written: written)
        }

        static func - (one: ByteCounts, other: ByteCounts) -> ByteCounts {
            ByteCounts(read: one.read - other.read, written: one.written - other.written)
        }
    }
}
