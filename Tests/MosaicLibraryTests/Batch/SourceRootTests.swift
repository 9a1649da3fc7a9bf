import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary

struct SourceRootTests {
    private let folder = TemporaryFolder()

    @Test func `a source belongs to the root whose bytes its path begins with`() throws {
        let (composed, decomposed) = (folder.path("caf\u{E9}"), folder.path("cafe\u{301}"))
        try folder.makeFolder("caf\u{E9}")
        let root = try SourceRoot(composed, by: nil)
        #expect(root.parts(of: composed + "/a/b.mkv") == ["a", "b.mkv"])
        #expect(root.parts(of: composed) == [])
        #expect(root.parts(of: decomposed) == nil && root.parts(of: decomposed + "/a") == nil)
        // A slash and a combining mark are one character, and two bytes of a path.
        #expect(
            root.parts(of: composed + "/\u{301}x/y")?.map { Array($0.utf8) }
                == ["\u{301}x", "y"].map { Array($0.utf8) })
    }
}
