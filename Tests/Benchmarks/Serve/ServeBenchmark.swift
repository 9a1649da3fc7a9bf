import ArgumentParser

/// `mosaic-bench serve`: the server beside nginx, which has the same bytes as files.
struct ServeBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "mosaic serve beside nginx with the same bytes as files, alternating, driven by wrk.",
        discussion: """
            Needs nginx and wrk. Ratios are to nginx in the same round: requests per second, processor time of all of
            a server's processes for one request, latencies. Then documents of other players are compared with the
            track, connections are held open that ask for nothing more, and instructions of a request are counted with
            valgrind, where it is installed.
            """,
        subcommands: [HoldCommand.self])

    @Option(help: "Rounds of each contestant.")
    var rounds = 5

    @Option(help: "Seconds of each round.")
    var seconds = 2

    @Option(help: "Connections at a time.")
    var connections = 64

    @Option(help: "Idle connections to hold; 0 for none.")
    var idle = 10_000

    @Option(help: "Only what has a name that begins so.")
    var only = ""

    @Flag(help: "Measure mosaic serve --no-hot-answers, too.")
    var router = false

    @Flag(help: "Measure without access logs only.")
    var quiet = false

    @Flag(inversion: .prefixedNo, help: "Compare documents of other players with the track.")
    var documents = true

    @Flag(inversion: .prefixedNo, help: "Count the instructions of a request.")
    var instructions = true

    @OptionGroup
    var output: OutputOptions

    func validate() throws {
        guard rounds >= 1, seconds >= 1, connections >= 2, idle >= 0 else {
            throw ValidationError("There is nothing to measure.")
        }
    }

    func run() async throws {
        let machine = Machine.current
        guard let wrk = Wrk(connections: connections, seconds: seconds), let nginx = ChildProcess.find("nginx") else {
            throw ChildProcess.Failure(description: "It takes nginx and wrk.")
        }
        let site = try await ServedSite()
        var sections: [BenchReport.Section] = []
        for isLogging in quiet ? [false] : [false, true] {
            let contestants = try Contestant.all(site, nginx: nginx, isLogging: isLogging, withRouter: router)
            let measured = try site.targets(asServedBy: contestants[0].server.port).filter { $0.name.hasPrefix(only) }
            for target in measured { try site.check(target, contestants.map(\.server.port)) }
            for threads in [1, 2] {
                let rows = try measured.flatMap { try self.rows($0, contestants, wrk, threads: threads) }
                let logs = isLogging ? "access logs on" : "access logs off"
                sections.append(
                    BenchReport.Section(
                        title: "\(connections) connections, \(threads) wrk thread\(threads > 1 ? "s" : ""), \(logs)",
                        rows: rows))
            }
        }
        if documents {
            sections.append(try PlayerDocuments(rounds: rounds, connections: connections).section(site, wrk))
        }
        if idle > 0 { sections.append(try IdleConnections(count: idle).section(site, nginx: nginx)) }
        if instructions { sections.append(try RequestInstructions(site).section()) }
        try BenchReport(corpus: site.description, machine: machine, sections).deliver(output)
    }

    private func rows(
        _ target: ServedSite.Target, _ contestants: [Contestant], _ wrk: Wrk, threads: Int
    ) throws -> [Measurement] {
        var runs: [[Load]] = contestants.map { _ in [] }
        // The first round warms up.
        for round in 0...rounds {
            for (index, contestant) in contestants.enumerated() {
                let before = contestant.server.processorSeconds
                let result = try wrk.run(port: contestant.server.port, target: target.path, threads: threads)
                let processor = contestant.server.processorSeconds - before
                guard round > 0 else { continue }
                runs[index].append(Load(result: result, processor: processor / Double(max(result.requests, 1))))
            }
        }
        let peer = contestants.count - 1
        return contestants.indices.flatMap {
            measurements(target, contestants[$0], runs[$0], $0 == peer ? nil : runs[peer])
        }
    }

    private func measurements(
        _ target: ServedSite.Target, _ contestant: Contestant, _ runs: [Load], _ peer: [Load]?
    ) -> [Measurement] {
        func row(
            _ what: String, _ unit: String, _ scale: Double, _ wanted: Measurement.Wanted? = nil,
            _ part: (Load) -> Double
        ) -> Measurement {
            Measurement(
                name: "\(target.name), \(contestant.name), \(what)", value: Median.of(runs.map(part)) * scale,
                unit: unit,
                against: peer == nil ? nil : "nginx",
                ratio: peer.map { peer in Median.of(zip(runs, peer).map { part($0) / part($1) }) },
                wanted: peer == nil || !contestant.isMeasured ? nil : wanted)
        }
        return [
            row("requests", "/s", 1, .atLeast(0.8)) { Double($0.result.requests) / $0.result.seconds },
            row("CPU", "us/request", 1e6) { $0.processor },
            row("p50", "ms", 1e3) { $0.result.median },
            row("p99", "ms", 1e3, .atMost(2)) { $0.result.late },
        ]
    }

    /// One round of one contestant.
    private struct Load {
        let result: Wrk.Result
        /// Seconds of processor time for one request.
        let processor: Double
    }
}
