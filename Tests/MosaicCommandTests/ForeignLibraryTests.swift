import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary

/// Libraries that their reader cannot write.
// The tools lie beside the test bundle wherever the whole package was built; without them, or where another user may not
// run them, the tests are skipped.
@Suite(.enabled(if: OtherUser.script != nil, "no other user can run the tools"))
struct ForeignLibraryTests {
    private let workplace = Workplace()
    private var folder: TemporaryFolder { workplace.folder }

    /// One storyboard that is done, and one job that waits.
    init() throws {
        try workplace.draw(1...2)
        try workplace.publish("film")
        #expect(try workplace.inLibrary("submit", "shots", "--id", "waiting").status == 0)
        _ = try folder.writeProgram(OtherUser.script ?? "", to: "reader")
    }

    /// Does something while the library's folder has a mode that keeps everybody but root from writing there.
    private func locked<Value>(_ body: () async throws -> Value) async throws -> Value {
        func allow(_ mode: Int) throws {
            let files = try folder.names(in: "library").filter { $0.hasPrefix(StoryboardLibrary.catalogName) }
            for (name, mode) in [("", mode)] + files.map({ ($0, mode & ~0o111) }) {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: folder.path("library/" + name))
            }
        }
        try allow(0o555)
        defer { try? allow(0o755) }
        return try await body()
    }

    private func read(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run([arguments[0], "--library", "library"] + arguments.dropFirst(), in: folder, as: "reader")
    }

    private func checkReading() throws {
        let list = try read("list", "--json")
        #expect(list.status == 0, "\(list.errors)")
        #expect(try JSONReport(list.output).objects("storyboards").map { $0["id"] as? String } == ["film"])
        let show = try read("show", "film")
        #expect(show.status == 0, "\(show.errors)")
        let jobs = try read("jobs")
        #expect(jobs.status == 0, "\(jobs.errors)")
        #expect(jobs.output.contains("1 pending, 0 processing, 1 completed"))
    }

    @Test func `it is read, and nothing is made there`() async throws {
        let names = try folder.names(in: "library")
        try await locked {
            try checkReading()
            let change = try read("cancel", "waiting")
            #expect(change.status != 0 && change.errors.contains("cannot be written"), "\(change.errors)")
        }
        #expect(try folder.names(in: "library") == names)
    }

    @Test func `reads the library while a writer has it open`() async throws {
        let library = try workplace.library()
        let id = try #require(StoryboardID(rawValue: "waiting"))
        let job = try #require(try await library.catalog.job(of: id))
        try await locked { try checkReading() }
        _ = try await library.catalog.update(job.number) { $0.cancel(now: $1) }
        let jobs = try await locked { try read("jobs") }
        #expect(jobs.output.contains("0 pending, 0 processing, 1 completed, 0 failed, 1 cancelled"))
    }

    @Test func `a read-only server serves the library, and later changes to it`() async throws {
        let id = try #require(StoryboardID(rawValue: "waiting"))
        let server = try await locked {
            try await ServeProcess(["--library", "library", "--read-only"], in: folder, as: "reader")
        }
        let client = ServeClient(port: server.port)
        #expect(try client.get("/storyboards/film/thumbnails.vtt").status == 200)
        #expect(try client.get("/ready").status == 200)
        #expect(try client.get("/jobs/2").text.contains("pending"))
        do {
            let library = try workplace.library()
            let job = try #require(try await library.catalog.job(of: id))
            _ = try await library.catalog.update(job.number) { $0.cancel(now: $1) }
            #expect(try client.get("/jobs/2").text.contains("cancelled"))
        }
        _ = try workplace.inLibrary("retry", "waiting")
        #expect(try client.get("/jobs/2").text.contains("pending"))
        #expect(server.stop() == 0)
    }
}
