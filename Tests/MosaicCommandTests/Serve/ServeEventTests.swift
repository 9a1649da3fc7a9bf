import Foundation
import MosaicFixtures
import Testing

/// A server as a process that tells others of what happens in its library.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeEventTests {
    private let folder = TemporaryFolder()

    private func draw(_ chapters: ClosedRange<Int>) throws {
        try folder.makeFolder("shots")
        for number in chapters {
            try folder.write(ServedLibrary.picture(number), to: "shots/ch\(number)_\(10 * number)s.jpg")
        }
    }

    /// Whether events for a storyboard and for the end of its job have arrived, in any order.
    private static func completion() -> (EventClient.Event) -> Bool {
        var rest: Set = ["job", "storyboard"]
        return { event in
            if event.name == "storyboard" || event.data.contains(#""state":"completed""#) { rest.remove(event.name) }
            return rest.isEmpty
        }
    }

    @Test func `listeners get events of compositions by another process`() async throws {
        try draw(1...2)
        let server = try await ServeProcess(
            ["--library", folder.path("library"), "--jobs", "0", "--grace", "600"], in: folder)
        let client = try await EventClient(port: server.port)
        let other = try await EventClient(port: server.port)
        let submitted = try BuiltTool.run(
            ["submit", "shots", "--id", "film", "--settle", "0", "--library", "library"], in: folder)
        #expect(submitted.status == 0, "\(submitted.errors)")
        let pending = try await client.events { $0.name == "job" }
        #expect(try JSONValue(Array(pending[0].data.utf8))["state"]?.text == "pending")
        let worked = try BuiltTool.run(["worker", "--once", "--library", "library"], in: folder)
        #expect(worked.status == 0, "\(worked.errors)")
        _ = try await client.events(until: Self.completion())
        let removed = try BuiltTool.run(["remove", "film", "--yes", "--library", "library"], in: folder)
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(try await client.events { $0.name == "removed" }.last?.data == #"{"id":"film"}"#)
        // It does not wait for its listeners.
        #expect(server.stop() == 0)
        for client in [client, other] { while try await client.next() != nil {} }
    }

    @Test func `events follow an upload until the storyboard is complete; a new server sends a reset`() async throws {
        let server = try await ServeProcess(["--library", folder.path("library")], in: folder)
        let client = try await EventClient(port: server.port)
        let writer = ServeClient(port: server.port)
        #expect(try writer.submit("film", #"{"chapters": 1}"#).status == 202)
        #expect(try writer.upload("ch1_4s.jpg", of: "film", ServedLibrary.picture(1)).status == 201)
        let events = try await client.events(until: Self.completion())
        let numbers = events.compactMap(\.id)
        #expect(numbers.count == events.count && numbers == numbers.sorted() && Set(numbers).count == numbers.count)
        #expect(server.stop() == 0)
        let next = try await ServeProcess(["--library", folder.path("library")], in: folder)
        let back = try await EventClient(port: next.port, ["Last-Event-ID: \(numbers.last ?? 0)"])
        #expect(try await back.next()?.name == "reset")
        #expect(next.stop() == 0)
    }

    @Test func `settings of callbacks that make no sense are refused by their names`() throws {
        for (options, name) in [
            (["--on-complete", "nowhere"], "on-complete"), (["--on-complete", "http://127.0.0.1/"], "on-complete"),
            (["--on-complete", "https://films.example/"], "ON_COMPLETE_SECRET"),
        ] {
            let outcome = try BuiltTool.run(
                ["serve", "--library", "library", "--print-config"] + options, in: folder,
                environment: [
                    "MOSAIC_ON_COMPLETE_SECRET": name == "on-complete" ? String(repeating: "s", count: 32) : ""
                ])
            #expect(outcome.status != 0 && outcome.errors.contains(name), "\(outcome.errors)")
        }
    }
}
