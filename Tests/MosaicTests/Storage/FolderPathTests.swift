import MosaicFixtures
import Testing

@testable import Mosaic

/// Paths that nothing is written to.
struct FolderPathTests {
    @Test(arguments: ["", "/", "//", "/.", "/tmp/..", "~", "~/out", "s3://bucket/out", "b\u{FFFD}", "a/b\u{FFFD}/out"])
    func `no path, the root, an address and a name that is not text are refused as an output`(path: String) {
        #expect(failure { try FolderPath.checkOutput(path) }?.code == .invalidSettings)
    }

    @Test(arguments: ["out", "/tmp/out", ".", "a/~", "ö", "a:b"]) func `a folder is an output`(path: String) {
        #expect(throws: Never.self) { try FolderPath.checkOutput(path) }
    }
}
