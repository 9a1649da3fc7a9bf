/// Documents of other players beside the track, on one server: all come from memory.
struct PlayerDocuments {
    /// The track first, then the documents compared with it.
    private static let names = ["thumbnails.vtt", "hls.m3u8", "images.m3u8", "iframes.m3u8", "thumbnails.mpd"]

    let rounds: Int
    let connections: Int

    /// Requests per second, and CPU time per request, of each document of the same storyboard, in alternating rounds.
    func section(_ site: ServedSite, _ wrk: Wrk) throws -> BenchReport.Section {
        let server = try Contestant.mosaic(site, isLogging: false)
        let targets = try Self.names.map { name in
            try site.target(name, "/storyboards/film/" + name, asServedBy: server.port)
        }
        var runs: [[Run]] = targets.map { _ in [] }
        // The first round warms up.
        for round in 0...rounds {
            // The order alternates, because what comes first may have another clock rate.
            for index in round.isMultiple(of: 2) ? Array(targets.indices) : targets.indices.reversed() {
                let before = server.processorSeconds
                let result = try wrk.run(port: server.port, target: targets[index].path, threads: 1)
                guard round > 0 else { continue }
                runs[index].append(
                    Run(
                        rate: Double(result.requests) / result.seconds,
                        processor: (server.processorSeconds - before) / Double(max(result.requests, 1))))
            }
        }
        let rows = targets.indices.flatMap { index in
            [
                row("\(targets[index].name), requests", "/s", 1, index, runs, .atLeast(0.9)) { $0.rate },
                row("\(targets[index].name), CPU", "us/request", 1e6, index, runs, nil) { $0.processor },
            ]
        }
        return BenchReport.Section(
            title: "documents of other players, \(connections) connections, 1 wrk thread, access logs off", rows: rows)
    }

    private func row(
        _ name: String, _ unit: String, _ scale: Double, _ index: Int, _ runs: [[Run]], _ wanted: Measurement.Wanted?,
        _ part: (Run) -> Double
    ) -> Measurement {
        let isTrack = index == 0
        return Measurement(
            name: name, value: Median.of(runs[index].map(part)) * scale, unit: unit, against: isTrack ? nil : "track",
            ratio: isTrack ? nil : Median.of(zip(runs[index], runs[0]).map { part($0) / part($1) }),
            wanted: isTrack ? nil : wanted)
    }

    private struct Run {
        /// Requests a second.
        let rate: Double
        /// Seconds of processor time for one request.
        let processor: Double
    }
}
