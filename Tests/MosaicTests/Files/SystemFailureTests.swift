import Foundation
import Testing

@testable import Mosaic

struct SystemFailureTests {
    @Test(
        arguments: [
            (ENOSPC, "the disk is full"), (EACCES, "access is denied"), (EROFS, "the file system is read-only"),
            (ENOTDIR, "it is not a folder"), (EIO, "system error 5"),
        ])
    func `a failure is said in words`(code: Int32, words: String) {
        #expect(SystemFailure(code: code).description == words)
    }
}
