import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

#if canImport(Glibc)
    import Glibc
#endif

/// Programs that run with an environment, and their whole group.
struct ChildGroupTests {
    private let folder = TemporaryFolder()

    private func child(_ script: String, _ environment: [String: String] = [:]) throws -> ChildProcess {
        let program = try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "program")
        let work = try #require(try OpenFolder(path: folder.makeFolder("work"), name: "work"))
        return try ChildProcess(
            running: program, arguments: ["one two", "{url}"], environment: environment, in: work)
    }

    /// Reads without waiting until it has ended.
    private func outcome(of child: ChildProcess) async throws -> (text: String, end: ChildProcess.End) {
        var bytes: [UInt8] = []
        while true {
            bytes += child.available(atMost: 1_000)
            if let end = child.endOfGroup() {
                while case let more = child.available(atMost: 1_000), !more.isEmpty { bytes += more }
                return (String(decoding: bytes, as: UTF8.self), end)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func `a child has its arguments as they are, its environment and folder, and nothing to read`() async throws {
        let child = try child(
            #"echo "$#:$1:$2"; /usr/bin/env | /usr/bin/grep -E '^(NAME|HOME|MOSAIC)'; pwd; /bin/cat; echo said >&2"#,
            ["NAME": "a value"])
        let (text, end) = try await outcome(of: child)
        let work = try #require(RealPath.of(folder.path("work")))
        #expect(text == "2:one two:{url}\nNAME=a value\n\(work)\n" && end == .exited(0))
        #expect(child.lastMessage == "said")
    }

    @Test func `processes that outlive their leader are killed with it`() async throws {
        let child = try child("/bin/sleep 1000 & echo $!")
        let (text, end) = try await outcome(of: child)
        #expect(end == .exited(0))
        let number = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(try await ended(number))
        #expect(child.endOfGroup() == .exited(0), "It is told again.")
    }

    @Test func `a group that ignores what asks it to end is killed`() async throws {
        let child = try child("trap '' TERM INT HUP; echo $$; while :; do /bin/sleep 1000; done")
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n") {
            bytes += child.available(atMost: 100)
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(child.endOfGroup() == nil)
        child.kill()
        #expect(child.end(within: .seconds(60)) == .signalled(SIGKILL))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/stat"), "There is no /proc."))
    func `a process that another one left is killed where it is certainly the same`() async throws {
        let child = try child("/bin/sleep 1000 & wait")
        child.lowerPriority(by: 5)
        let identity = child.identity
        let other = ProcessIdentity(machine: identity.machine, number: identity.number, start: "1")
        #expect(!other.killGroup() && child.endOfGroup() == nil)
        #expect(identity.killGroup())
        #expect(child.end(within: .seconds(60)) == .signalled(SIGKILL))
        #expect(!identity.killGroup())
    }

    @Test func `programs are found by name, and nothing else is`() throws {
        try folder.makeFolder("tools")
        let program = try folder.write(Array("#!/bin/sh\n".utf8), to: "tools/program")
        #expect(ProgramPath.of("program", in: "/none:\(folder.path("tools"))") == nil, "It cannot be run.")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        #expect(ProgramPath.of("program", in: "/none:\(folder.path("tools"))") == folder.path("tools/program"))
        #expect(ProgramPath.of(program, in: "") == program)
        #expect(ProgramPath.of("tools", in: folder.path("")) == nil && ProgramPath.of("program", in: "tools:.") == nil)
    }

    /// Waits until a process has exited, or is a zombie.
    private func ended(_ number: pid_t) async throws -> Bool {
        for _ in 0..<6_000 {
            if kill(number, 0) != 0 { return true }
            let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
            if let end = status?.lastIndex(of: ")"), status?[end...].dropFirst(2).first == "Z" { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
