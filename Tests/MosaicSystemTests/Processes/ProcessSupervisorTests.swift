import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

#if canImport(Glibc)
    import Glibc
#endif

/// `mosaic` as it was built beside this test bundle.
private enum SupervisingTool {
    static let path: String? = BuiltTool.path.flatMap { path in
        ProcessSupervisor.ownProgram != nil && access(path, X_OK) == 0 ? path : nil
    }
}

/// Programs that run below a supervisor, which `mosaic` can be.
@Suite(.enabled(if: SupervisingTool.path != nil, "the tool was not built, or there is no /proc"))
struct ProcessSupervisorTests {
    private let folder = TemporaryFolder()

    private func child(_ script: String) throws -> ChildProcess {
        let program = try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "program")
        let work = try #require(try OpenFolder(path: folder.makeFolder("work"), name: "work"))
        return try ChildProcess(
            running: program, arguments: ["one two"], environment: ["NAME": "a value", "PATH": "/usr/bin:/bin"],
            in: work,
            supervisor: SupervisingTool.path)
    }

    /// Starts a process that is in another session and loses its parent, and waits until its number is in a file.
    private static let daemon = """
        (setsid sh -c 'echo $$ >number; exec sleep 1000' &)
        while [ ! -s number ]; do sleep 0.01; done
        """

    private func daemon() async throws -> Int32 {
        while true {
            let text = (try? folder.read("work/number")).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if let number = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)), text.hasSuffix("\n") {
                return number
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func end(of child: ChildProcess) async throws -> (text: String, end: ChildProcess.End) {
        var bytes: [UInt8] = []
        while true {
            bytes += child.available(atMost: 1_000)
            if let end = child.endOfGroup() {
                bytes += child.available(atMost: 1_000)
                return (String(decoding: bytes, as: UTF8.self), end)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func `a program has its arguments, environment and folder, and reports its end`() async throws {
        let child = try child(#"echo "$#:$1:$NAME"; pwd; cat; ls -l /proc/self/fd | wc -l; echo said >&2; exit 3"#)
        let (text, end) = try await end(of: child)
        let work = try #require(RealPath.of(folder.path("work")))
        // Descriptors 0 to 2, that of the listing, and the line of the total.
        #expect(text == "1:one two:a value\n\(work)\n5\n" && end == .exited(3))
        #expect(child.lastMessage == "said")
        #expect(try await self.end(of: self.child("kill -TERM $$")).end == .signalled(SIGTERM))
        #expect(try await self.end(of: self.child("sleep 1000 &")).end == .exited(0))
    }

    @Test func `a process that left the group and lost its parent ends with the program`() async throws {
        let child = try child(Self.daemon)
        #expect(try await end(of: child).end == .exited(0))
        #expect(try await ScriptedDownloader.hasEnded(daemon()))
    }

    @Test func `it ends with a program that is killed`() async throws {
        let child = try child(Self.daemon + "\ntrap '' TERM; sleep 1000")
        let number = try await daemon()
        #expect(!ScriptedDownloader.hasEnded(number) && child.endOfGroup() == nil)
        child.kill()
        #expect(child.end(within: .seconds(60)) == .signalled(SIGKILL))
        #expect(ScriptedDownloader.hasEnded(number))
    }

    @Test func `it ends with the last owner of the child`() async throws {
        var child: ChildProcess? = try child(Self.daemon + "\nsleep 1000")
        let number = try await daemon()
        #expect(child != nil)
        child = nil
        #expect(ScriptedDownloader.hasEnded(number))
    }
}
