import Foundation
import MosaicFixtures
import Synchronization
import Testing

@testable import MosaicSystem

struct FolderLockTests {
    private let folder = TemporaryFolder()

    @Test func `one at a time, and the next one after it`() throws {
        do {
            let lock = try FolderLock(path: folder.path, name: "out")
            let error = fileError { try FolderLock(path: folder.path, name: "out") }
            #expect(error?.code == .busy)
            #expect(error?.subject == "out")
            withExtendedLifetime(lock) {}
        }
        #expect(throws: Never.self) { try FolderLock(path: folder.path, name: "out") }
        #expect(try folder.names().isEmpty, "a lock leaves nothing behind")
    }

    @Test func `a failed attempt closes no descriptor of another thread`() throws {
        let lock = try FolderLock(path: folder.path, name: "out")
        let file = try folder.write([1], to: "file")
        let closed = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<2_000 {
                if thread % 2 == 0 {
                    _ = try? FolderLock(path: folder.path, name: "out")
                } else {
                    let descriptor = open(file, O_RDONLY)
                    if FileStatus(descriptor: descriptor) == nil || close(descriptor) != 0 {
                        closed.withLock { $0 += 1 }
                    }
                }
            }
        }
        #expect(closed.withLock { $0 } == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `refuses to lock a path that is not a folder`() throws {
        #expect(fileError { try FolderLock(path: folder.path("absent"), name: "absent") }?.code == .unavailable)
        let file = try folder.write([1], to: "file")
        #expect(fileError { try FolderLock(path: file, name: "file") }?.code == .unavailable)
    }

    // flock of util-linux stands for another process; without it the test is skipped.
    @Test(.enabled(if: LockingProcess.isAvailable, "flock of util-linux is absent"), arguments: [false, true])
    func `another process keeps a folder until it ends, however it ends`(isKilled: Bool) throws {
        let other = try LockingProcess(folder: folder.path)
        #expect(fileError { try FolderLock(path: folder.path, name: "out") }?.code == .busy)
        other.end(killing: isKilled)
        #expect(throws: Never.self) { try FolderLock(path: folder.path, name: "out") }
    }
}
