import Mosaic
import Testing

@testable import MosaicLibrary

struct PathPartTests {
    @Test(arguments: ["john", "john.doe@films.example", "a-b_c+d", "7"])
    func `a valid folder name is unchanged`(text: String) { #expect(PathPart.naming(text, or: "default") == text) }

    @Test(arguments: [
        "..", ".", "../../etc", "/etc/passwd", ".hidden", "-rf", "auth0|123", "a b", "\u{0}", "J\u{FC}rgen", "\\",
        String(repeating: "x", count: 5_000),
    ])
    func `any other text keeps its valid characters and gets a hash`(text: String) throws {
        let name = PathPart.naming(text, or: "default")
        #expect(name.utf8.count <= 100 && !name.hasPrefix(".") && !name.hasPrefix("-"), "\(name)")
        #expect(ObjectKey(rawValue: name)?.parts.count == 1)
        #expect(PathPart.naming(text + "x", or: "default") != name)
    }

    @Test func `an empty text is the substitute`() { #expect(PathPart.naming("", or: "default") == "default") }
}
