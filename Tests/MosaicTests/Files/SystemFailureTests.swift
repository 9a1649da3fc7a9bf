import Foundation
import Testing

@testable import Mosaic

struct SystemFailureTests {
    @Test(
        arguments: [
            (ENOSPC, "the disk is full"), (EACCES, "access is denied"), (EROFS, "the file system is read-only"),
            (ENOTDIR, "it is not a folder"), (EISDIR, "it is a folder"), (EIO, "system error 5"),
        ])
    func `a failure is said in words`(code: Int32, words: String) {
        #expect(SystemFailure(code: code).description == words)
        #expect(SystemFailure(code: code).making(in: "/") == words)
    }

    @Test func `what cannot be made is not said to be missing`() {
        #expect(SystemFailure(code: ENOENT).description == "it does not exist")
        #expect(SystemFailure(code: ENOENT).making(in: "/") == "nothing can be made there")
        #expect(SystemFailure(code: ENOENT).making(in: "/no/such/folder") == "its folder does not exist")
    }
}
