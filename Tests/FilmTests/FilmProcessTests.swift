import FilmProtocol
import Foundation
import Mosaic
import MosaicFixtures
import Synchronization
import Testing

/// Children that are killed, stopped, too loud or liars: one sentence, and no process is left.
struct FilmProcessTests {
    private let fake: FakeFrames

    init() throws { fake = try FakeFrames() }

    /// The error of reading; afterwards no process runs.
    private func failure(
        _ program: FilmProgram, silence: Duration = .seconds(10)
    ) async throws -> MosaicError? {
        let error = await MosaicFixtures.failure { try await fake.read(program, silence: silence) }
        #expect(!fake.isRunning)
        return error
    }

    @Test func `pictures come in order, and an end behind them`() async throws {
        let pictures = [FakeFrames.picture(0), FakeFrames.picture(1, outcome: .same), FakeFrames.picture(2)]
        let program = try fake.program(
            "send progress; send header; request; send pictures; send progress; send end; wait_for_end",
            files: [
                "pictures": pictures, "end": [FakeFrames.end()],
                "progress": [.progress(FilmProgress(time: 1, bytesRead: 2))],
            ])
        let read = try await fake.read(program)
        #expect(read.map(\.index) == [0, 1, 2] && read.map(\.outcome) == [.shown, .same, .shown])
        #expect(!fake.isRunning)
    }

    @Test func `a second request is served by the same child`() async throws {
        let program = try fake.program(
            "send header; request; send answer; request; send answer; wait_for_end",
            files: ["answer": [FakeFrames.picture(0), FakeFrames.picture(1), FakeFrames.picture(2), FakeFrames.end()]])
        let process = try await FilmProcess.open(film: fake.film, program: program)
        for _ in 0..<2 {
            try await process.begin(FakeFrames.request)
            var count = 0
            while try await process.next() != nil { count += 1 }
            #expect(count == 3)
        }
        await process.close()
        #expect(!fake.isRunning)
    }

    @Test func `a failure has the child's sentence and the film's name`() async throws {
        let program = try fake.program(
            "send failure; exit 1", files: ["failure": [.failure(FilmFailure(.noVideo, "It has no video."))]])
        let error = try #require(try await failure(program))
        #expect(error.subject == "film.mp4" && error.reason.contains("It has no video."), "\(error)")
    }

    @Test(arguments: ["", "send header; request; kill -KILL $$", "send header; request; send pictures; kill -SEGV $$"])
    func `a child that dies is an error with the signal or the status`(_ script: String) async throws {
        let program = try fake.program(
            script.isEmpty ? "exit 3" : script, files: ["pictures": [FakeFrames.picture(0)]])
        let error = try #require(try await failure(program))
        #expect(error.code == .unavailable && error.subject == "film.mp4", "\(error)")
        #expect(error.reason.contains(script.isEmpty ? "status 3" : "signal"), "\(error)")
    }

    @Test func `the error of a child built without libav states how to build it`() async throws {
        let error = try #require(try await failure(try fake.program("exit 69")))
        #expect(error.reason.contains(".ci/films builds it"), "\(error)")
    }

    @Test func `a program that does not exist is an error, and no hang`() async throws {
        let error = await MosaicFixtures.failure {
            try await fake.read(FilmProgram(path: fake.folder.path("nothing")))
        }
        #expect(error?.code == .unavailable)
    }

    @Test(arguments: [
        "kill -STOP $$", "send header; request; kill -STOP $$", "send header; request; exec /bin/sleep 600",
    ])
    func `a child that is stopped or silent is ended`(_ script: String) async throws {
        let program = try fake.program(script)
        let error = try #require(try await failure(program, silence: .milliseconds(700)))
        #expect(error.code == .unavailable && error.reason.contains("0.7 seconds"), "\(error)")
    }

    @Test func `progress keeps a child that takes long`() async throws {
        let program = try fake.program(
            """
            send header; request
            for turn in 1 2 3 4 5 6 7 8; do /bin/sleep 0.2; send progress; done
            send pictures; wait_for_end
            """,
            files: [
                "progress": [.progress(FilmProgress(time: 1, bytesRead: 2))],
                "pictures": [FakeFrames.picture(0), FakeFrames.picture(1), FakeFrames.picture(2), FakeFrames.end()],
            ])
        #expect(try await fake.read(program, silence: .seconds(1)).count == 3)
    }

    @Test func `progress before the header is the part of the film that was read`() async throws {
        let program = try fake.program(
            "send progress; send header; wait_for_end",
            files: [
                "progress": [1, 3, 100].map { .progress(FilmProgress(time: 1, bytesRead: $0)) }
            ])
        try fake.folder.write(Array("four".utf8), to: "film.mp4")
        let parts = Mutex<[Double]>([])
        let process = try await FilmProcess.open(film: fake.film, program: program) { part in
            parts.withLock { $0.append(part) }
        }
        await process.close()
        #expect(parts.withLock(\.self) == [0.25, 0.75, 1])
    }

    @Test func `a flood on standard error does not block, and its last line is reported`() async throws {
        let program = try fake.program(
            """
            send header; request
            /usr/bin/head -c 8000000 /dev/zero | /usr/bin/tr '\\0' x >&2
            echo >&2; echo 'the last line' >&2
            exit 7
            """)
        let error = try #require(try await failure(program))
        #expect(error.reason.contains("status 7") && error.reason.contains("the last line"), "\(error)")
        #expect(error.reason.utf8.count < 70_000)
    }

    @Test func `a flood of records that were not requested is refused`() async throws {
        let program = try fake.program(
            "send header; request; while send pictures; do :; done",
            files: ["pictures": [FakeFrames.picture(0), FakeFrames.picture(1), FakeFrames.picture(2)]])
        let error = try #require(try await failure(program))
        #expect(error.code == .malformed && error.subject == "film.mp4", "\(error)")
    }

    @Test func `a task that is cancelled ends its child`() async throws {
        let program = try fake.program("send header; exec /bin/sleep 600")
        let task = Task { [fake] in try await fake.read(program, silence: .seconds(60)) }
        while !fake.isRunning { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!fake.isRunning)
    }
}
