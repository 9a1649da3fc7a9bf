import Foundation
import MosaicFixtures
import Testing

@testable import MosaicCommand

/// A library that is named by position.
struct LibraryArgumentTests {
    private let library: String

    init() throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("library")
        try folder.write([], to: "library/.mosaic-catalog.sqlite")
        self.folder = folder
        library = folder.path("library")
    }

    private let folder: TemporaryFolder

    @Test(arguments: [
        ("list LIB", "list --library LIB"), ("list --json LIB", "list --json --library LIB"),
        ("list --search a LIB", "list --search a --library LIB"), ("list none", "list --library none"),
        ("show LIB film", "show --library LIB film"), ("show film LIB", "show film --library LIB"),
        ("remove LIB a b", "remove --library LIB a b"),
    ])
    func `becomes an option`(line: String, read: String) {
        #expect(LibraryArgument.named(in: words(line)) == words(read))
    }

    @Test(arguments: [
        "list", "list --library LIB", "list --library=LIB more", "list --search LIB", "show film", "show film --id LIB",
        "compose LIB", "lookup LIB 5",
    ])
    func `every other line stays as it is`(line: String) {
        #expect(LibraryArgument.named(in: words(line)) == words(line))
    }

    private func words(_ line: String) -> [String] {
        line.split(separator: " ").map { String($0).replacing("LIB", with: library) }
    }
}
