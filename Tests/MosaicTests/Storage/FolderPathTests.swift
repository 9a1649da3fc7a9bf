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

    @Test func `a name with U+FFFD that exists is text, and so are those that begin with it`() throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("a\u{FFFD}")
        try folder.write([0], to: "a\u{FFFD}/b\u{FFFD}.mp4")
        for (name, isText) in [
            ("a\u{FFFD}/out", true), ("a\u{FFFD}/b\u{FFFD}.thumbnails", true), ("a\u{FFFD}/c\u{FFFD}", false),
            ("b\u{FFFD}/out", false),
        ] { #expect(FolderPath.isGarbled(folder.path(name)) != isText, "\(name)") }
    }
}
