import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Ids of folders.
struct SourceNamingTests {
    @Test func `a name that is an id is unchanged`() {
        #expect(SourceNaming.path.id(of: "film").rawValue == "film")
        #expect(SourceNaming.path.id(of: "-dash").rawValue == "-dash")
        #expect(SourceNaming.slug.id(of: "crime/-dash").rawValue == "-dash")
    }

    @Test func `paths that read alike have ids of their own`() {
        let paths = ["a/b", "a-b", "a b", "a\u{301}/b", "á/b", "a/b ", "A/b", ".hidden", "a/\u{301}b", "x\u{202E}y"]
        #expect(Set(paths.map { SourceNaming.path.id(of: $0) }).count == paths.count)
        #expect(Set(paths.map { SourceNaming.hash.id(of: $0) }).count == paths.count)
    }

    @Test func `a slug is the folder's own name, also where a mark joins the slash`() {
        #expect(SourceNaming.slug.id(of: "crime/2024/film_3") == SourceNaming.slug.id(of: "film_3"))
        // The mark and the slash are one character of a string, and two of a path.
        #expect(SourceNaming.slug.id(of: "crime/\u{301}film") == StoryboardID(naming: "\u{301}film"))
    }

    @Test func `a prefix gives the ids of a larger tree`() {
        #expect(SourceNaming.path.id(of: "a", prefix: "x") == SourceNaming.path.id(of: "x/a"))
        #expect(SourceNaming.hash.id(of: "a", prefix: "x") == SourceNaming.hash.id(of: "x/a"))
        #expect(SourceNaming.slug.id(of: "b/a", prefix: "x") == StoryboardID(naming: "x/a"))
    }

    @Test func `a hash is the same on every machine`() {
        #expect(SourceNaming.hash.id(of: "crime/film 3").rawValue == "397be2fbc7a5579454f5ba7d78d06190")
    }
}
