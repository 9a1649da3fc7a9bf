import Foundation

/// Instructions that `mosaic serve` takes for one request of a kept connection, the same on every machine.
///
/// Files are looked at again after a time, so that a slower machine counts some more.
struct RequestInstructions {
    private let site: ServedSite
    private let scratch: ScratchFolder

    init(_ site: ServedSite) throws {
        self.site = site
        scratch = try ScratchFolder()
    }

    /// Answers from memory, and the same through the router; nothing where valgrind is missing.
    func section() throws -> BenchReport.Section {
        let title = "instructions of a request on one connection, counted by callgrind"
        guard let valgrind = ChildProcess.find("valgrind"), let control = ChildProcess.find("callgrind_control"),
            let strip = ChildProcess.find("strip")
        else { return BenchReport.Section(title: title, rows: [], notes: ["Skipped: it takes valgrind and strip."]) }
        // valgrind cannot read the debug information of Swift.
        let program = scratch.path + "/mosaic"
        _ = try ChildProcess.run([strip, "-g", "-o", program, Contestant.mosaicPath])
        var rows: [Measurement] = []
        for (name, options, most) in [("hot", [], 25_000.0), ("router", ["--no-hot-answers"], 120_000)] {
            let port = try LocalSocket.freePort()
            let output = scratch.path + "/" + name
            let server = try RunningServer(
                [
                    valgrind, "--tool=callgrind", "--callgrind-out-file=" + output, program, "serve", "--library",
                    site.library, "--port", String(port), "--log-level", "warning",
                ] + options, port: port, within: 120)
            for (number, target) in try site.targets(asServedBy: port).enumerated() {
                let count = try count(target.path, of: server, control, output + ".\(number + 1)")
                let isWanted = target.name.hasPrefix("short track")
                rows.append(
                    Measurement(
                        name: "\(target.name), \(name)", value: count, unit: "instructions",
                        wanted: isWanted ? .atMost(most) : nil))
            }
        }
        return BenchReport.Section(title: title, rows: rows)
    }

    private func count(
        _ path: String, of server: RunningServer, _ control: String, _ dump: String
    ) throws -> Double {
        let requests = 2_000
        guard let connection = LocalSocket(port: server.port) else {
            throw ChildProcess.Failure(description: "The server takes no connection.")
        }
        func ask(_ times: Int) throws {
            for _ in 0..<times where connection.get(path)?.status != 200 {
                throw ChildProcess.Failure(description: "\(path) is not served.")
            }
        }
        try ask(100)
        _ = try ChildProcess.run([control, "-z", String(server.identifier)])
        try ask(requests)
        _ = try ChildProcess.run([control, "-d", String(server.identifier)])
        let totals = try String(contentsOfFile: dump, encoding: .utf8).split(separator: "\n")
            .last { $0.hasPrefix("totals: ") }
        guard let total = totals.flatMap({ Double($0.dropFirst(8)) }) else {
            throw ChildProcess.Failure(description: "callgrind has counted nothing.")
        }
        return total / Double(requests)
    }
}
