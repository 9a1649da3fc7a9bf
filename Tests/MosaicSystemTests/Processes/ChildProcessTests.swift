import Foundation
import MosaicFixtures
import Synchronization
import Testing

@testable import MosaicSystem

struct ChildProcessTests {
    private let folder = TemporaryFolder()

    private func child(_ script: String, _ arguments: [String] = []) throws -> ChildProcess {
        let program = try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "program")
        let input = try folder.write(Array("input".utf8), to: "input")
        return try ChildProcess(
            running: program, arguments: arguments, input: OwnedDescriptor.file(input, name: "input").0)
    }

    private func output(of child: ChildProcess) throws -> String {
        var bytes: [UInt8] = []
        while try child.read(1, into: &bytes, silence: .seconds(20)) {}
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a child has its four descriptors, its arguments and no environment`() throws {
        // Of those that programs open without care.
        let held = try folder.write([], to: "held")
        let low = (0..<8).map { _ in open(held, O_RDONLY) }
        let high = dup2(low[0], 200)
        defer { for descriptor in low + [high] { close(descriptor) } }
        let child = try child(
            """
            /bin/cat <&0; echo " $1"
            for entry in /proc/$$/fd/*; do echo "${entry##*/} $(/bin/readlink $entry)"; done
            /usr/bin/wc -c </proc/$$/environ
            /bin/cat <&3
            """, ["--one"])
        try child.write(Array("told".utf8), silence: .seconds(20))
        child.closeControl()
        let lines = try output(of: child).split(separator: "\n")
        #expect(child.end(within: .seconds(20)) == .exited(0))
        #expect(lines.first == "input --one")
        #if os(Linux)
            #expect(!lines.contains { $0.hasSuffix("/held") })
            let numbers = lines.dropFirst().prefix { $0 != "0" }.compactMap { Int($0.prefix { $0 != " " }) }
            #expect(Set(numbers).isSuperset(of: [0, 1, 2, 3]))
            // The shell itself has its script open, and the folder of descriptors.
            #expect(numbers.count <= 6, "\(lines)")
            #expect(lines.suffix(2) == ["0", "told"])
        #endif
    }

    @Test func `the end is a status or a signal, and can be read again`() throws {
        let child = try child("exit 7")
        #expect(child.end(within: .seconds(20)) == .exited(7) && child.end(within: .zero) == .exited(7))
        child.kill()
        #expect(child.end(within: .zero) == .exited(7))
        #expect(try self.child("kill -SEGV $$").end(within: .seconds(20)) == .signalled(SIGSEGV))
    }

    @Test func `a child is killed with all it started, and leaves no zombie`() throws {
        let child = try child("/bin/sleep 600 & echo $! $$; /bin/sleep 600")
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n") { _ = try child.read(1, into: &bytes, silence: .seconds(20)) }
        let numbers = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.compactMap { Int32($0) }
        #expect(child.end(within: .zero) == .signalled(SIGKILL))
        #expect(numbers.count == 2 && kill(numbers[1], 0) != 0 && errno == ESRCH)
        // What it started is reaped by the system's first process.
        while ProcessStatus.isRunning(numbers[0]) { usleep(1_000) }
    }

    @Test func `a child without an owner is ended and reaped`() throws {
        let number: Int32
        do {
            let child = try child("echo $$; /bin/sleep 600")
            var bytes: [UInt8] = []
            while bytes.last != UInt8(ascii: "\n") { _ = try child.read(1, into: &bytes, silence: .seconds(20)) }
            number = try #require(Int32(String(decoding: bytes.dropLast(), as: UTF8.self)))
        }
        #expect(kill(number, 0) != 0)
    }

    @Test func `messages are read while bytes are waited for, and their end is kept`() throws {
        let child = try child(
            """
            i=0; while [ $i -lt 4000 ]; do echo "line $i of a long complaint about nothing at all"; i=$((i+1)); done >&2
            printf 'x'; printf 'the \\033[1mlast\\000 one\\n\\n' >&2
            """)
        #expect(try output(of: child) == "x")
        #expect(child.end(within: .seconds(20)) == .exited(0))
        #expect(child.lastMessage == "the [1mlast one")
        #expect(child.tail.withLock(\.bytes.count) == StandardErrorTail.limit)
    }

    @Test func `silence is a fault, also where messages come all the time`() throws {
        for script in ["/bin/sleep 600", "while :; do echo flood; done >&2", "kill -STOP $$"] {
            let child = try child(script)
            var bytes: [UInt8] = []
            let error = #expect(throws: FileError.self) {
                try child.read(1, into: &bytes, silence: .milliseconds(200))
            }
            #expect(error?.code == .timedOut)
            #expect(child.end(within: .zero) == .signalled(SIGKILL))
        }
        // A request that nobody takes.
        let deaf = try child("/bin/sleep 600")
        let error = #expect(throws: FileError.self) {
            try deaf.write([UInt8](repeating: 7, count: 8 << 20), silence: .milliseconds(200))
        }
        #expect(error?.code == .timedOut)
    }

    @Test func `bytes that end early are a fault, and none at all are an end`() throws {
        let child = try child("printf 'abc'")
        var bytes: [UInt8] = [9]
        #expect(try child.read(2, into: &bytes, silence: .seconds(20)))
        let early = #expect(throws: FileError.self) { try child.read(2, into: &bytes, silence: .seconds(20)) }
        #expect(early?.code == .closed)
        #expect(bytes == [9] + Array("abc".utf8))
        #expect(try !child.read(1, into: &bytes, silence: .seconds(20)))
        _ = child.end(within: .seconds(20))
        let late = #expect(throws: FileError.self) {
            try child.write([UInt8](repeating: 0, count: 1 << 20), silence: .seconds(20))
        }
        #expect(late?.code == .closed)
    }

    @Test func `a program that cannot be started is an error`() throws {
        let input = try OwnedDescriptor.file(folder.write([], to: "input"), name: "input").0
        for (path, code) in [(folder.path("none"), FileError.Code.missing), (folder.path("input"), .unavailable)] {
            let error = #expect(throws: FileError.self) { try ChildProcess(running: path, input: input) }
            #expect(error?.code == code)
        }
        #expect(throws: FileError.self) { try OwnedDescriptor.file(folder.path, name: "folder") }
    }
}

private enum ProcessStatus {
    static func isRunning(_ number: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        let state = status?.split(separator: ")").last?.split(separator: " ").first
        return state != nil && state != "Z"
    }
}
