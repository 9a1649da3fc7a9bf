import Mosaic
import Testing

extension ObjectStoreContract {
    private struct Interruption: Error {}

    /// Receives parts one after another; `ending` runs after the last one.
    private static func receive(
        _ store: any ObjectStore, _ key: String, limit: Int = 1 << 20, _ parts: [[UInt8]],
        ending: () throws -> Void = {}
    ) async throws -> StagedObject {
        var rest = parts[...]
        return try await store.receive(Sample.key(key), limit: limit) {
            if let part = rest.popFirst() { return part }
            try ending()
            return nil
        }
    }

    static let receiving = [
        ObjectStoreContract("what is received in parts is there when it is published, and not before") {
            store async throws in
            for (number, lengths) in [[], [0], [1], [3, 0, 5], [65_536, 1], Array(repeating: 7_001, count: 90)]
                .enumerated()
            {
                let key = "film/deep/\(number)"
                let parts = lengths.enumerated().map { Sample.bytes($0.element, seed: $0.offset) }
                let received = try await receive(store, key, parts)
                #expect(received.key.rawValue == key)
                #expect(try await store.status(of: received.key) == nil)
                #expect(try await store.keys().count == number)
                try await store.publish([[received]])
                #expect(try await store.bytes(key) == Array(parts.joined()))
                #expect(try await store.keys().count == number + 1)
            }
        },
        ObjectStoreContract("what is received replaces what was there, when it is published") { store async throws in
            try await store.put("film/a", [1, 2, 3])
            let (first, second) = (
                try await receive(store, "film/a", [[4], [5]]), try await receive(store, "film/a", [[6]])
            )
            #expect(try await store.bytes("film/a") == [1, 2, 3])
            try await store.publish([[second]])
            #expect(try await store.bytes("film/a") == [6])
            try await store.publish([[first]])
            #expect(try await store.bytes("film/a") == [4, 5])
        },
        ObjectStoreContract("what is longer than its limit is refused, and nothing of it is left") {
            store async throws in
            try await store.put("film/a", [1])
            for parts in [[[UInt8](repeating: 1, count: 101)], [[UInt8](repeating: 1, count: 100), [1], [1]]] {
                let code = await code { try await receive(store, "film/a", limit: 100, parts) }
                #expect(code == .limitExceeded)
            }
            #expect(try await store.bytes("film/a") == [1])
            let whole = try await receive(store, "film/a", limit: 100, [[UInt8](repeating: 1, count: 99), [1]])
            try await store.publish([[whole]])
            #expect(try await store.status(of: Sample.key("film/a"))?.bytes == 100)
        },
        ObjectStoreContract("an upload that breaks off leaves nothing, and fails as its sender did") {
            store async throws in
            await #expect(throws: Interruption.self) {
                _ = try await receive(store, "film/a", [[1], [2]]) { throw Interruption() }
            }
            await #expect(throws: Interruption.self) {
                _ = try await receive(store, "film/a", []) { throw Interruption() }
            }
            #expect(try await store.keys().isEmpty)
        },
        ObjectStoreContract("what was received and is discarded never was, and what was published stays") {
            store async throws in
            try await store.put("film/a", [1])
            let received = try await receive(store, "film/a", [[2]])
            await store.discard([received])
            #expect(try await store.bytes("film/a") == [1])
            let published = try await receive(store, "film/b", [[3]])
            try await store.publish([[published]])
            await store.discard([published])
            #expect(try await store.bytes("film/b") == [3])
        },
        ObjectStoreContract("what this process receives is not abandoned") { store async throws in
            let received = try await receive(store, "film/a", [[1]])
            await store.discardAbandonedUploads()
            try await store.publish([[received]])
            #expect(try await store.bytes("film/a") == [1])
        },
    ]

    static let opening = [
        ObjectStoreContract("what is open is read in parts, as much of each as there is") { store async throws in
            let bytes = Sample.bytes(200_000)
            try await store.put("film/a", bytes)
            let open = try #require(try await store.open(Sample.key("film/a")))
            let status = try #require(try await store.status(of: Sample.key("film/a")))
            #expect(open.bytes == bytes.count && open.modified == status.modified)
            for range in [
                0..<1, 0..<65_536, 65_536..<131_072, 199_999..<200_000, 7..<7, 199_000..<300_000, 200_000..<200_001,
                0..<Int.max, Int.max..<Int.max,
            ] {
                let part = try await open.read(range)
                #expect(part == Array(bytes[range.clamped(to: 0..<bytes.count)]), "\(range)")
            }
        },
        ObjectStoreContract("what is open stays as it was, whatever takes its place") { store async throws in
            let (key, old) = (try Sample.key("film/a"), Sample.bytes(90_000, seed: 1))
            try await store.put(key, old)
            let first = try #require(try await store.open(key))
            #expect(try await first.read(0..<10) == Array(old[..<10]))
            try await store.put(key, Sample.bytes(20_000, seed: 2))
            let second = try #require(try await store.open(key))
            #expect(first.tag != second.tag && second.bytes == 20_000)
            try await store.delete(key)
            #expect(try await store.open(key) == nil)
            #expect(try await first.read(80_000..<90_000) == Array(old[80_000...]))
            #expect(try await second.read(0..<20_000) == Sample.bytes(20_000, seed: 2))
        },
        ObjectStoreContract("an object that nobody writes keeps its tag") { store async throws in
            try await store.put("film/a", [1])
            let key = try Sample.key("film/a")
            let tags = [try await store.open(key)?.tag, try await store.open(key)?.tag]
            #expect(tags[0] != nil && tags[0] == tags[1])
        },
        ObjectStoreContract("what is not there cannot be opened") { store async throws in
            try await store.put("film/a/b", [1])
            for key in ["film", "film/a", "film/b", "film/a/b/c"] {
                let open = try await store.open(Sample.key(key))
                #expect(open == nil, "\(key)")
            }
        },
    ]

    static let revisions = [
        ObjectStoreContract("a folder's revision changes with the objects in it, and else stays") {
            store async throws in
            let folder = try Sample.key("film/a")
            #expect(try await store.revision(of: folder) == nil)
            try await store.put("film/a/1", [1])
            // A store that cannot tell never does.
            guard var last = try await store.revision(of: folder) else { return }
            try await store.put("film/b", [1])
            _ = try await store.bytes("film/a/1")
            _ = try await store.keys(below: "film/a")
            #expect(try await store.revision(of: folder) == last)
            // The clock of a store goes in steps.
            for change in 0..<2 {
                while try await store.revision(of: folder) == last {
                    if change == 0 {
                        try await store.put("film/a/2", [1])
                    } else {
                        try await store.delete(Sample.key("film/a/2"))
                        try await store.put("film/a/3", [1])
                    }
                }
                last = try #require(try await store.revision(of: folder))
            }
        }
    ]
}
