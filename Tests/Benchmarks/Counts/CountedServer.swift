import Foundation

/// `mosaic serve` under callgrind.
final class CountedServer {
    /// The port on this machine.
    let port: Int
    private let process: RunningServer
    private let control: String
    private let folder: ScratchFolder
    private var dumps = 0

    init(_ counter: InstructionCount, library: String, options: [String] = []) throws {
        control = try ChildProcess.required("callgrind_control")
        folder = try ScratchFolder()
        port = try LocalSocket.freePort()
        process = try RunningServer(
            counter.command(into: folder.path + "/counts", options: ["--instr-atstart=no"])
                + ["serve", "--library", library, "--port", String(port), "--log-level", "warning"] + options,
            port: port, within: 120)
        // The start is not counted.
        _ = try ChildProcess.run([control, "-i", "on", String(process.identifier)])
    }

    /// The costs of one request on a connection, after some that fill caches.
    ///
    /// The server also polls its catalog, at times that depend on the machine: of several rounds the one of the lowest counts
    /// has the least of that. A pause before each lets its first request revalidate cached files.
    /// - Parameter field: A line of the header section.
    func costs(of path: String, field: String? = nil, requests: Int, rounds: Int) throws -> ProgramCounts {
        let request = try client(path, field)
        var lowest: [ProgramCounts.Kind: Double] = [:]
        for _ in 0..<rounds {
            usleep(250_000)
            _ = try ChildProcess.run([control, "-z", String(process.identifier)])
            let before = ChildProcess.ByteCounts(of: process.identifier)
            try request(requests)
            let after = ChildProcess.ByteCounts(of: process.identifier)
            var counts = try ProgramCounts(callgrind: dump())
            if let before, let after { counts.add(after - before) }
            lowest.merge(counts.values, uniquingKeysWith: min)
        }
        return ProgramCounts(lowest.mapValues { $0 / Double(requests) })
    }

    /// The instructions of functions that each request calls once.
    ///
    /// - Parameter functions: Patterns of their symbols.
    func costs(of path: String, in functions: [String], requests: Int) throws -> ProgramCounts {
        let request = try client(path, nil)
        _ = try ChildProcess.run([control, "-z", String(process.identifier)])
        try request(requests)
        return try ProgramCounts(callgrind: dump(), functions: functions)
    }

    /// Sends requests on a new connection.
    private func client(_ path: String, _ field: String?) throws -> (_ requests: Int) throws -> Void {
        guard let connection = LocalSocket(port: port) else {
            throw ChildProcess.Failure(description: "The server accepts no connection.")
        }
        let request = { (requests: Int) in
            for _ in 0..<requests where connection.get(path, field: field)?.status != 200 {
                throw ChildProcess.Failure(description: "\(path) is not served.")
            }
        }
        try request(20)
        return request
    }

    /// Writes the counts to a file and sets them to zero.
    private func dump() throws -> String {
        _ = try ChildProcess.run([control, "-d", String(process.identifier)])
        dumps += 1
        return "\(folder.path)/counts.\(dumps)"
    }
}
