import Foundation
import Mosaic
import Seeded
import Testing

extension ObjectStoreContract {
    /// Keys whose order as bytes is another one than folder by folder, by characters or by case.
    private static let tricky = [
        "a!", "a-b", "a.b/c", "a/x", "a/x-y", "a/x y/deep", "a/x0", "a0", "B", "a/.hidden", "aa", "b", "~", "z/z/z/z",
        "é/x", "e\u{301}/x", "ｚ", "🎬/a", "\u{301}a/\u{301}b", "a/\u{301}x", "a/\u{301}y/z",
    ]

    private static func inOrder(_ keys: [String]) -> [String] {
        keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func fill(_ store: any ObjectStore, _ keys: [String]) async throws {
        let staged = try await withThrowingTaskGroup(of: StagedObject.self) { group in
            for key in keys { group.addTask { try await store.stage(Sample.key(key), Array(key.utf8)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await store.publish([staged])
    }

    /// Strings are compared as bytes: to `==`, two spellings of one letter are the same.
    private static func expect(
        _ keys: [String], are expected: [String], _ comment: String = "", location: SourceLocation = #_sourceLocation
    ) {
        let isSame = keys.map { Array($0.utf8) } == expected.map { Array($0.utf8) }
        #expect(isSame, "\(keys) instead of \(expected) \(comment)", sourceLocation: location)
    }

    static let listing = [
        ObjectStoreContract("an empty store lists nothing") { store async throws in
            #expect(try await store.keys().isEmpty)
            #expect(try await store.keys(below: "film").isEmpty)
            #expect(try await store.keys(after: "film").isEmpty)
        },
        ObjectStoreContract("objects are listed in the order of their keys' bytes") { store async throws in
            try await fill(store, ["a/x", "b", "a-b", "a0", "A", "a.b"])
            #expect(try await store.keys() == ["A", "a-b", "a.b", "a/x", "a0", "b"])
        },
        ObjectStoreContract("every object is listed once, with what is known of it") { store async throws in
            try await fill(store, tricky)
            let all = try await store.list(below: nil, after: nil, limit: 1_000)
            expect(all.map(\.key.rawValue), are: inOrder(tricky))
            for status in all {
                #expect(status.bytes == status.key.rawValue.utf8.count)
                #expect(try await store.status(of: status.key)?.unversioned == status.unversioned)
            }
        },
        ObjectStoreContract("below a key is what has it and a slash in front") { store async throws in
            try await fill(store, tricky)
            for folder in ["a", "a/x y", "z", "z/z", "é", "e\u{301}", "a/\u{301}y", "\u{301}a", "b", "none", "a/x"] {
                let below = tricky.filter { $0.utf8.starts(with: (folder + "/").utf8) }
                expect(try await store.keys(below: folder), are: inOrder(below), "below \(folder)")
            }
        },
    ]

    static let paging = [
        ObjectStoreContract("pages of every size make the same list") { store async throws in
            try await fill(store, tricky)
            for limit in 1...(tricky.count + 1) {
                expect(try await store.keys(pages: limit), are: inOrder(tricky), "pages of \(limit)")
            }
            let inside = tricky.filter { $0.utf8.starts(with: "a/".utf8) }
            for limit in 1...3 {
                expect(try await store.keys(below: "a", pages: limit), are: inOrder(inside), "pages of \(limit)")
            }
        },
        ObjectStoreContract("a page begins behind any key, whether it is there or not") { store async throws in
            try await fill(store, tricky)
            for after in tricky + ["a", "a/ ", "a/xx", "0", "\u{10FFFF}", "a/x/deeper", "a/x y", "z/z"] {
                let behind = tricky.filter { after.utf8.lexicographicallyPrecedes($0.utf8) }
                expect(try await store.keys(after: after), are: inOrder(behind), "behind \(after)")
                let inside = behind.filter { $0.utf8.starts(with: "a/".utf8) }
                expect(try await store.keys(below: "a", after: after), are: inOrder(inside), "behind \(after), in a")
            }
        },
        ObjectStoreContract("random keys are listed in pages of random sizes") { store async throws in
            var random = SeededGenerator(seed: 5)
            let parts = ["a", "a-", "a.", "a0", "-", "b c", "ab", "~", "\u{301}", "é"]
            var keys: Set<[UInt8]> = []
            for _ in 0..<300 {
                let depth = Int.random(in: 1...4, using: &random)
                let text = (0..<depth).compactMap { _ in parts.randomElement(using: &random) }.joined(separator: "/")
                // The end makes sure that no key is another one's folder.
                keys.insert(Array((text + "/x\(Int.random(in: 0...9, using: &random))").utf8))
            }
            let texts = keys.map { String(decoding: $0, as: UTF8.self) }
            try await fill(store, texts)
            for _ in 0..<8 {
                let limit = Int.random(in: 1...120, using: &random)
                expect(try await store.keys(pages: limit), are: inOrder(texts), "pages of \(limit)")
            }
        },
    ]
}
