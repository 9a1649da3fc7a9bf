import Foundation
import Testing

@testable import MosaicSystem

struct SystemFailureTests {
    @Test(
        arguments: [
            (ENOSPC, "the disk is full"), (EACCES, "access is denied"), (EROFS, "the file system is read-only"),
            (ENOTDIR, "it is not a folder"), (EISDIR, "it is a folder"),
            (EIO, "the disk reports an input or output error"), (EDOM, "system error 33"),
        ])
    func `a failure is said in words`(code: Int32, words: String) {
        #expect(SystemFailure(code: code).description == words)
        let place = code == EACCES ? " in the folder films" : ""
        #expect(SystemFailure(code: code).making(in: "/films") == words + place)
        #expect(SystemFailure(code: code).making(in: "") == words)
    }

    @Test func `a file that cannot be created is not reported as missing`() {
        #expect(SystemFailure(code: ENOENT).description == "it does not exist")
        #expect(SystemFailure(code: ENOENT).making(in: "/") == "files cannot be created there")
        #expect(SystemFailure(code: ENOENT).making(in: "/no/such/folder") == "its folder does not exist")
    }

    @Test(arguments: [EIO, EMFILE, ESTALE, ELOOP, ENOMEM, EFBIG])
    func `failures of disks and networks have words`(code: Int32) {
        #expect(!SystemFailure(code: code).description.contains("\(code)"))
    }

    @Test func `finds the system's code in an error of Foundation`() throws {
        let error = try #require(
            failureOfFoundation { try Data().write(to: URL(filePath: "/proc/no/such/file")) })
        #expect(SystemFailure(behind: error)?.code == ENOENT)
        #expect(SystemFailure(behind: POSIXError(.EIO))?.code == EIO)
        #expect(SystemFailure(behind: CancellationError()) == nil)
    }

    private func failureOfFoundation(_ work: () throws -> Void) -> (any Error)? {
        do {
            try work()
            return nil
        } catch {
            return error
        }
    }
}
