import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Connections that have asked once and ask for nothing more.
struct IdleConnections {
    let count: Int

    /// Costs of the connections for a server; without rows if the system forbids that many.
    func section(_ site: ServedSite, nginx: String) throws -> BenchReport.Section {
        let title = "\(count) idle connections, after one request each"
        // Some more are open for other things.
        let most = Self.raiseLimit()
        guard most >= count + 200 else {
            return BenchReport.Section(
                title: title, rows: [], notes: ["Skipped: \(most) files may be open, and no more."])
        }
        let servers = [
            (
                "mosaic",
                try Contestant.mosaic(
                    site, isLogging: false, options: ["--idle", "600", "--connections", String(count + 100)])
            ),
            ("nginx", try Contestant.nginx(nginx, site, isLogging: false)),
        ]
        let rows = try servers.flatMap { name, server in
            let before = server.residentBytes
            let holder = try Holder(count: count, port: server.port)
            defer { withExtendedLifetime(holder) {} }
            let taken = server.residentBytes - before
            return [
                Measurement(name: "\(name), resident before", value: Double(before) / 1e6, unit: "MB"),
                Measurement(
                    name: "\(name), resident for each", value: Double(taken) / Double(count) / 1e3, unit: "kB"),
            ]
        }
        return BenchReport.Section(title: title, rows: rows)
    }

    /// Lets this process and those that it starts open as many files as the system allows; how many that are.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }

    /// The process that holds them, until the value goes.
    private final class Holder {
        private let process = Process()
        private let input = Pipe()

        init(count: Int, port: Int) throws {
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: ChildProcess.ownPath)
            process.arguments = ["serve", "hold", String(count), "--port", String(port)]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            // A byte comes when all are there.
            guard try output.fileHandleForReading.read(upToCount: 1)?.count == 1 else {
                throw ChildProcess.Failure(description: "\(count) connections cannot be held.")
            }
        }

        deinit {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }
}
