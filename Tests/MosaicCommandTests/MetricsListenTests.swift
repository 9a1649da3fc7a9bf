import Foundation
import MosaicFixtures
import Testing

@testable import MosaicCommand

/// `--metrics-listen` of a worker.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct MetricsListenTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...3)
    }

    /// The port in a line about it.
    private func toldPort(in name: String) throws -> Int? {
        let text = String(decoding: try workplace.folder.read(name), as: UTF8.self)
        return text.firstMatch(of: #/Metrics are at http://127\.0\.0\.1:(\d+)/metrics\./#).flatMap { Int($0.1) }
    }

    private func metrics(_ port: Int) throws -> String {
        let connection = try ServeConnection(port: port)
        connection.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try connection.answer()?.text ?? ""
    }

    @Test func `a worker serves counts of its finished jobs`() throws {
        #expect(try workplace.inLibrary("submit", "shots", "--id", "film", "--settle", "0").status == 0)
        try workplace.folder.makeFolder("empty")
        try workplace.folder.write(Array("nothing".utf8), to: "empty/ch1_10s.jpg")
        #expect(try workplace.inLibrary("submit", "empty", "--id", "bad", "--settle", "0").status == 0)
        let worker = try BuiltTool(
            ["worker", "--library", "library", "--metrics-listen", "0"], in: workplace.folder, output: "out",
            errors: "log"
        )
        try workplace.wait { try toldPort(in: "log") != nil }
        let port = try #require(try toldPort(in: "log"))
        try workplace.wait { try metrics(port).contains(#"mosaic_finished_jobs_total{result="done"} 1"#) }
        let text = try metrics(port)
        #expect(text.contains("# TYPE mosaic_finished_jobs_total counter"))
        #expect(text.contains("\nmosaic_tiles_total ") && !text.contains("\nmosaic_tiles_total 0\n"))
        #expect(!text.contains("\nmosaic_sheet_bytes_total 0\n"))
        #expect(text.contains("mosaic_compose_duration_seconds_bucket") && !text.contains("Measured by a library"))
        worker.send(SIGTERM)
        #expect(worker.wait() == 0)
    }

    @Test func `a port that is taken ends the command before it begins`() async throws {
        let holder = try BuiltTool(
            ["worker", "--library", "library", "--metrics-listen", "0"], in: workplace.folder, output: "out",
            errors: "log"
        )
        try workplace.wait { try toldPort(in: "log") != nil }
        let port = try #require(try toldPort(in: "log"))
        let run = try workplace.run("worker", "--library", "library", "--once", "--metrics-listen", "127.0.0.1:\(port)")
        #expect(
            run.status == 1
                && run.errors.contains("metrics-listen: The address 127.0.0.1:\(port) cannot be listened on."))
        holder.send(SIGTERM)
        #expect(holder.wait() == 0)
    }

    @Test(arguments: [
        "", ":", "host", "host:", "1:2:3", "::1:9100", "[::1]", "127.0.0.1:65536", "http://a:1", "a:-1", ":9",
    ])
    func `refuses an argument that is not host and port`(text: String) {
        #expect(MetricsAddress(argument: text) == nil)
    }

    @Test func `a port alone is one of this machine`() {
        #expect(MetricsAddress(argument: "9100") == MetricsAddress(host: "127.0.0.1", port: 9_100))
        #expect(MetricsAddress(argument: "0.0.0.0:0") == MetricsAddress(host: "0.0.0.0", port: 0))
        #expect(MetricsAddress(argument: "[::1]:9100").map { "\($0)" } == "[::1]:9100")
    }
}
