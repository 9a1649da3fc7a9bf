import Foundation
import Testing

@testable import MosaicSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct WakeupPipeTests {
    @Test func `a bell that was rung ends every wait`() throws {
        let bell = try WakeupPipe(name: "shots")
        #expect(bell.wait(for: nil, atMost: 1_000_000) == .late)
        #expect(bell.wait(for: nil, atMost: -5) == .late)
        bell.ring()
        bell.ring()
        #expect(bell.wait(for: nil, atMost: .max) == .rung)
        #expect(bell.wait(for: nil, atMost: .max) == .rung)
    }

    @Test func `a wait is over when something can be read, unless the bell was rung`() throws {
        let bell = try WakeupPipe(name: "shots")
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(bell.wait(for: descriptor, atMost: 1_000_000) == .late)
        try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
        #expect(bell.wait(for: descriptor, atMost: .max) == .readable)
        bell.ring()
        #expect(bell.wait(for: descriptor, atMost: .max) == .rung)
    }

    @Test func `a wait never ends before its time`() throws {
        let bell = try WakeupPipe(name: "shots")
        let end = Moment.now.uptime + 2_345_678
        #expect(bell.wait(for: nil, atMost: 2_345_678) == .late)
        #expect(Moment.now.uptime >= end)
    }
}
