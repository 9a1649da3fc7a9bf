import Foundation
package import Mosaic
import Testing
import Tiers

/// One rule that every object store keeps.
///
/// A test target runs `all` on its adapter, and `locking` as well if it has locks: each rule opens an empty store,
/// some of them twice, like two processes.
package struct ObjectStoreContract: Sendable, CustomStringConvertible {
    /// Opens one and the same store each time it is called.
    package typealias Opening = @Sendable () async throws -> any ObjectStore

    /// The expected behaviour, as a sentence.
    package let description: String
    /// Checks it; what fails is an issue of the running test.
    package let check: @Sendable (_ open: Opening) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any ObjectStore) async throws -> Void) {
        self.description = description
        self.check = { open in try await check(open()) }
    }

    init(_ description: String, opening check: @escaping @Sendable (Opening) async throws -> Void) {
        self.description = description
        self.check = check
    }

    /// Every rule that holds with and without locks.
    package static let all =
        writing + staging + versions + conditions + receiving + reading + opening + listing + paging + revisions + keys
        + removal + sharing
}

extension ObjectStoreContract {
    static let removal = [
        ObjectStoreContract("what is deleted is gone, and what lies beside it stays") { store async throws in
            for key in ["film/a", "film/b", "film/b-c", "film/bb/c", "films/a"] { try await store.put(key, [1]) }
            try await store.delete(Sample.key("film/b"))
            #expect(try await store.bytes("film/b") == nil)
            #expect(try await store.status(of: Sample.key("film/b")) == nil)
            #expect(try await store.keys() == ["film/a", "film/b-c", "film/bb/c", "films/a"])
            try await store.delete(Sample.key("film/bb/c"))
            #expect(try await store.keys() == ["film/a", "film/b-c", "films/a"])
        },
        ObjectStoreContract("deleting what is not there is no error") { store async throws in
            try await store.put("film/a", [1])
            for key in ["film/a", "film/a", "film/b", "none", "none/b/c", "film"] {
                try await store.delete(Sample.key(key))
            }
            #expect(try await store.keys().isEmpty)
        },
        ObjectStoreContract("what was deleted can be put again, deeper or higher") { store async throws in
            try await store.put("a/b/c", [1])
            try await store.delete(Sample.key("a/b/c"))
            try await store.put("a/b", [2])
            try await store.delete(Sample.key("a/b"))
            try await store.put("a", [3])
            try await store.delete(Sample.key("a"))
            try await store.put("a/b/c/d", [4])
            #expect(try await store.keys() == ["a/b/c/d"])
        },
    ]
}

extension ObjectStoreContract {
    /// One of every kind of key that is allowed.
    private static let allowed = [
        "plain.jpg", "a b/c  d", " leading and trailing ", "-rf", "--/--", "a..b/c..", "a/...", "~", "C:",
        "a%2F..%00",
        "q?x=1&y=2#z", "\"quotes\" 'and' <more>|*", "$HOME/`ls`", "a+b=c;d,e@f!", "日本語/映画.jpg", "фильм/кадр.vtt",
        "🎬🏳️‍🌈/👩‍👩‍👧.jpg", "é.jpg", "e\u{301}.jpg", "\u{301}/\u{338}x", "a\u{200D}/\u{FE0F}b", "\u{FEFF}bom", "\u{202E}rtl",
        "ｆｕｌｌ/\u{3000}", "ß", "ẞ", "İ/ı",
    ]

    static let keys = [
        ObjectStoreContract("every allowed key keeps its own bytes") { store async throws in
            for (number, text) in allowed.enumerated() { try await store.put(text, [UInt8(number)]) }
            for (number, text) in allowed.enumerated() {
                #expect(try await store.bytes(text) == [UInt8(number)], "\(text)")
                let status = try await store.status(of: Sample.key(text))
                #expect(status.map { Array($0.key.rawValue.utf8) } == Array(text.utf8))
            }
            let listed = try await store.keys().map { Array($0.utf8) }
            #expect(Set(listed) == Set(allowed.map { Array($0.utf8) }))
            for text in allowed { try await store.delete(Sample.key(text)) }
            #expect(try await store.keys().isEmpty)
        },
        ObjectStoreContract("keys may have long parts and many of them") { store async throws in
            let long = [
                String(repeating: "x", count: 255), String(repeating: "ü", count: 127),
                String(repeating: "🎬", count: 63),
                (0..<4).map { String(repeating: "\($0)", count: 255) }.joined(separator: "/"),
                String(repeating: "d/", count: 511) + "ee",
            ]
            for (number, text) in long.enumerated() {
                try await store.put(text, [UInt8(number)])
                #expect(try await store.bytes(text) == [UInt8(number)], "\(text.prefix(9))")
            }
            #expect(try await store.keys(pages: 2).count == long.count)
            for text in long { try await store.delete(Sample.key(text)) }
            #expect(try await store.keys().isEmpty)
        },
    ]
}

extension ObjectStoreContract {
    static let reading = [
        ObjectStoreContract("what is not there is nil") { store async throws in
            try await store.put("film/a", [1])
            for key in try ["film/b", "b", "b/c/d", "film/aa", "fil"].map(Sample.key) {
                #expect(try await store.read(key, limit: 9) == nil)
                #expect(try await store.read(key, range: 0..<9) == nil)
                #expect(try await store.status(of: key) == nil)
            }
        },
        ObjectStoreContract("a key that others lie below is no object") { store async throws in
            try await store.put("film/a/b", [1])
            for key in try ["film", "film/a"].map(Sample.key) {
                #expect(try await store.read(key, limit: 9) == nil)
                #expect(try await store.read(key, range: 0..<9) == nil)
                #expect(try await store.status(of: key) == nil)
                try await store.delete(key)
            }
            #expect(try await store.keys() == ["film/a/b"])
        },
        ObjectStoreContract("an object is read up to its limit") { store async throws in
            try await store.put("film/a", [1, 2, 3])
            let key = try Sample.key("film/a")
            #expect(try await store.read(key, limit: 3) == [1, 2, 3])
            #expect(try await store.read(key, limit: .max) == [1, 2, 3])
            for limit in [2, 0] {
                let code = await code { try await store.read(key, limit: limit) }
                #expect(code == .limitExceeded, "\(limit)")
            }
            try await store.put("film/empty", [])
            #expect(try await store.read(Sample.key("film/empty"), limit: 0) == [])
        },
        ObjectStoreContract("a range is as much as there is of it") { store async throws in
            let bytes = Sample.bytes(1_000)
            try await store.put("film/a", bytes)
            let key = try Sample.key("film/a")
            for range in [
                0..<1, 0..<1_000, 1..<999, 999..<1_000, 500..<500, 0..<0, 0..<1_001, 990..<5_000, 1_000..<1_000,
                1_000..<1_001, 5_000..<6_000, 0..<Int.max, 400..<Int.max, (Int.max - 1)..<Int.max, Int.max..<Int.max,
            ] {
                let part = try await store.read(key, range: range)
                #expect(part == Array(bytes[range.clamped(to: 0..<1_000)]), "\(range)")
            }
            try await store.put("film/empty", [])
            #expect(try await store.read(Sample.key("film/empty"), range: 0..<9) == [])
            #expect(try await store.read(Sample.key("film/empty"), range: 5..<9) == [])
        },
    ]

    /// The code of the error that some work throws; nil where it throws none or another.
    static func code<Result>(of work: () async throws -> Result) async -> MosaicError.Code? {
        do {
            _ = try await work()
            return nil
        } catch {
            return (error as? MosaicError)?.code
        }
    }
}

extension ObjectStoreContract {
    static let sharing = [
        ObjectStoreContract(
            "an object that is replaced is read whole, the old one or the new",
            opening: { open async throws in
                let (writer, reader) = (try await open(), try await open())
                let key = try Sample.key("film/a")
                let editions = [
                    Sample.bytes(90_000, seed: 1), Sample.bytes(20, seed: 2), Sample.bytes(40_000, seed: 3),
                ]
                try await writer.put(key, editions[0])
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    group.addTask {
                        for round in Tier.rounds(150, quick: 20) { try await writer.put(key, editions[round % 3]) }
                        return true
                    }
                    group.addTask {
                        while !Task.isCancelled {
                            // A store that never waits would leave no thread to the writer.
                            await Task.yield()
                            let bytes = try await reader.read(key, limit: 90_000)
                            let isWhole = bytes.map { editions.contains($0) } == true
                            #expect(isWhole, "\(bytes?.count ?? -1) bytes")
                            if !isWhole { break }
                        }
                        return false
                    }
                    while let isWritten = try await group.next() { if isWritten { group.cancelAll() } }
                }
            }),
        ObjectStoreContract(
            "objects come and go side by side without an error",
            opening: { open async throws in
                let stores = [try await open(), try await open()]
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for task in 0..<8 {
                        let store = stores[task % 2]
                        group.addTask {
                            for round in 0..<25 {
                                let key = try Sample.key("film/deep/\(task)")
                                try await store.put(key, [UInt8(round)])
                                #expect(try await store.read(key, limit: 9) == [UInt8(round)])
                                try await store.delete(key)
                                #expect(try await store.read(key, limit: 9) == nil)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await stores[0].keys().isEmpty)
            }),
        ObjectStoreContract(
            "what one puts another sees",
            opening: { open async throws in
                let (writer, reader) = (try await open(), try await open())
                for number in 0..<20 {
                    try await writer.put("film/\(number)", [UInt8(number)])
                    #expect(try await reader.bytes("film/\(number)") == [UInt8(number)])
                    #expect(try await reader.keys().count == number + 1)
                }
                try await reader.delete(Sample.key("film/7"))
                #expect(try await writer.bytes("film/7") == nil)
            }),
    ]
}
