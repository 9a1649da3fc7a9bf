import Foundation
import MosaicFixtures
import Testing

#if os(Linux)
    /// Files that one tool is writing while another one cleans up behind those that were killed.
    @Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
    struct TemporaryFilesTests {
        private let workplace = Workplace()

        init() throws {
            try workplace.draw(1...2)
            try workplace.compose()
        }

        private func pending() throws -> [String] {
            try workplace.folder.names(in: "out").filter { $0.hasPrefix(".mosaic-pending-") }
        }

        /// `mosaic tile -o out/tile.jpg`, stopped while its file has a temporary name.
        private func stoppedTile() throws -> BuiltTool {
            for _ in 0..<200 {
                let tile = try BuiltTool(
                    ["tile", "out/thumbnails.vtt", "15", "-o", "out/tile.jpg"], in: workplace.folder,
                    output: "tile.out", errors: "tile.log")
                while tile.isRunning, try pending().isEmpty {}
                tile.send(SIGSTOP)
                // It may have gone on until it heard of that.
                usleep(20_000)
                if try tile.isRunning && !pending().isEmpty { return tile }
                tile.send(SIGCONT)
                _ = tile.wait()
            }
            throw Crowd.Failure(reason: "it was never caught at it")
        }

        /// Has the folder cleaned as each update of `mosaic watch` does.
        private func watch(_ chapter: Int) throws {
            let tool = try BuiltTool(
                ["watch", "shots", "-o", "out", "--rest", "0.05"], in: workplace.folder, output: "watch.out",
                errors: "watch.log")
            defer {
                tool.send(SIGINT)
                #expect(tool.wait() == 0)
            }
            try workplace.draw(chapter...chapter)
            try workplace.wait { (try? WrittenTrack(workplace).cues.count) == chapter }
        }

        @Test func `a file that is being written beside watch is not removed, and one of a killed tool is`() throws {
            let living = try stoppedTile()
            let name = try #require(pending().first)
            try watch(3)
            #expect(try pending() == [name])
            living.send(SIGCONT)
            #expect(living.wait() == 0)
            #expect(try workplace.folder.read("out/tile.jpg").starts(with: [0xFF, 0xD8]))
            let killed = try stoppedTile()
            killed.kill()
            #expect(killed.wait() == nil)
            #expect(try pending().count == 1)
            try watch(4)
            #expect(try pending().isEmpty)
        }

        @Test func `writing a single file removes the temporary files of a killed run in that folder`() throws {
            let killed = try stoppedTile()
            killed.kill()
            #expect(killed.wait() == nil)
            #expect(try workplace.run("tile", "out/thumbnails.vtt", "5", "-o", "out/other.jpg").status == 0)
            #expect(try pending().isEmpty)
        }
    }
#endif
