import MosaicFixtures
import Testing

/// Message of the program when it is ready.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeReadyTests {
    @Test func `it tells how long it took to be ready, and how much memory it has`() async throws {
        let folder = TemporaryFolder()
        let server = try await ServeProcess(["--library", folder.path("library")], in: folder)
        let line = try #require(server.said.firstMatch(of: /:\d+ after (\d+) ms(?: in ([\d.]+) MiB)?\./))
        #expect(Int(line.1) ?? 0 > 0)
        if let resident = server.residentBytes {
            let told = try #require(line.2.flatMap { Double($0) })
            // It goes on to do things after it has said so.
            #expect((0.5...1.5).contains(told * 1_048_576 / Double(resident)))
        }
        #expect(server.stop() == 0)
    }
}
