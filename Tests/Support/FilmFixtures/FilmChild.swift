package import FilmProtocol
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A running `mosaic-frames`, without a parent that corrects its records.
package final class FilmChild {
    /// Unexpected behaviour of a child.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// Exit and resource usage of a child.
    package struct Ending: Sendable {
        /// The exit status; nil where a signal ended it.
        package let status: Int32?
        package let signal: Int32?
        package let errors: String
        /// Seconds of processor time.
        package let processor: Double
        /// Maximum sampled anonymous memory in bytes; 0 if the system does not report it.
        package let anonymousBytes: Int
    }

    /// The process's number.
    package let identifier: Int32
    private let records: Int32
    private let control: Int32
    private let errors: URL
    private var reader = FilmRecordReader()
    private var anonymousBytes = 0
    private var ending: Ending?

    /// Milliseconds after which a silent child hangs.
    private static let patience: Int32 = 60_000

    /// Starts the tool with a film on descriptor 0.
    ///
    /// - Parameter arguments: Options of the tool.
    package init(film: String, arguments: [String] = []) throws {
        guard let tool = FramesTool.path else { throw Fault(FramesTool.missing) }
        let file = open(film, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Fault("\(film) cannot be opened.") }
        var pipes: [Int32] = [0, 0]
        var sockets: [Int32] = [0, 0]
        guard pipe(&pipes) == 0, socketpair(AF_UNIX, Self.stream, 0, &sockets) == 0 else {
            throw Fault("There are no descriptors.")
        }
        errors = FileManager.default.temporaryDirectory.appending(path: "film-child-\(UUID().uuidString)")
        // Above all numbers that they get in the child, so that none is closed by getting its own.
        let given = [file, pipes[1], open(errors.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600), sockets[1]].map { number in
            let high = fcntl(number, F_DUPFD_CLOEXEC, 10)
            close(number)
            return high
        }
        (records, control) = (pipes[0], sockets[0])
        for own in [records, control] { _ = fcntl(own, F_SETFD, FD_CLOEXEC) }
        defer { given.forEach { close($0) } }
        identifier = try Self.spawn([tool] + arguments, given)
    }

    private static func spawn(_ arguments: [String], _ descriptors: [Int32]) throws -> pid_t {
        #if canImport(Glibc)
            var actions = posix_spawn_file_actions_t()
        #else
            var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var identifier = pid_t()
        guard posix_spawn(&identifier, arguments[0], &actions, nil, &pointers, &environment) == 0 else {
            throw Fault("\(arguments[0]) cannot be started.")
        }
        return identifier
    }

    deinit { if ending == nil { _ = end(killing: true) } }

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
        fileprivate static let noSignal = Int32(MSG_NOSIGNAL)
    #else
        private static let stream = SOCK_STREAM
        fileprivate static let noSignal: Int32 = 0
    #endif
}

extension FilmChild {
    /// The facts about the film.
    ///
    /// - Throws: `FilmFailure` of the child, or with `records`; `Fault`.
    package func header() throws -> FilmHeader {
        while let record = try next() {
            switch record {
            case .progress: continue
            case .header(let json): return try JSONDecoder().decode(FilmHeader.self, from: Data(json))
            case .failure(let failure): throw failure
            case .picture, .end: throw Fault("No header comes first.")
            }
        }
        throw Fault("No record came. \(end().errors)")
    }

    /// All pictures of a request, and the counts behind them.
    package func pictures(_ request: FilmRequest) throws -> (pictures: [FilmPicture], counts: FilmCounts) {
        reader.request = request
        try transmit(request.bytes)
        var pictures: [FilmPicture] = []
        while let record = try next() {
            switch record {
            case .progress: continue
            case .picture(let picture): pictures.append(picture)
            case .end(let counts): return (pictures, counts)
            case .header, .failure: throw Fault("A header or a failure follows the header.")
            }
        }
        throw Fault("The child ended after \(pictures.count) pictures. \(end().errors)")
    }

    /// Closes the control socket, upon which the child ends.
    package func end(killing: Bool = false) -> Ending {
        if let ending { return ending }
        if killing { kill(identifier, SIGKILL) }
        close(control)
        close(records)
        var status: Int32 = 0
        var usage = rusage()
        let start = ContinuousClock.now
        while wait4(identifier, &status, WNOHANG, &usage) == 0 {
            if start.duration(to: .now) > .milliseconds(Int(Self.patience)) { kill(identifier, SIGKILL) }
            usleep(1_000)
        }
        let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
        try? FileManager.default.removeItem(at: errors)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let signal = status & 0x7F
        let ending = Ending(
            status: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal, errors: said,
            processor: seconds(usage.ru_utime) + seconds(usage.ru_stime), anonymousBytes: anonymousBytes)
        self.ending = ending
        return ending
    }

    private func next() throws -> FilmRecord? {
        let record = try reader.next { [self] count, bytes in try fill(count, &bytes) }
        anonymousBytes = max(anonymousBytes, AnonymousMemory.bytes(of: identifier) ?? 0)
        return record
    }

    private func fill(_ count: Int, _ bytes: inout [UInt8]) throws -> Bool {
        var rest = count
        var part = [UInt8](repeating: 0, count: min(count, 1 << 16))
        while rest > 0 {
            var waiting = pollfd(fd: records, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Self.patience) > 0 else { throw Fault("The child is silent.") }
            let got = read(records, &part, min(rest, part.count))
            guard got > 0 else { return false }
            bytes += part[..<got]
            rest -= got
        }
        return true
    }

    private func transmit(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(control, $0.baseAddress, $0.count, Self.noSignal) }
            guard sent > 0 else { throw Fault("The child takes no request.") }
            rest = rest.dropFirst(sent)
        }
    }
}
