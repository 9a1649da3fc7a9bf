import Foundation
import Mosaic
import Testing

extension ObjectStoreContract {
    static let writing = [
        ObjectStoreContract("what is put is read, of any length") { store async throws in
            for count in [0, 1, 255, 65_536, 1_000_003] {
                let bytes = Sample.bytes(count, seed: count)
                try await store.put("film/\(count)", bytes)
                #expect(try await store.bytes("film/\(count)") == bytes)
            }
        },
        ObjectStoreContract("what is put again is replaced, by more and by less") { store async throws in
            for (round, count) in [100, 5_000, 3, 0, 7].enumerated() {
                try await store.put("film/a", Sample.bytes(count, seed: round))
                #expect(try await store.bytes("film/a") == Sample.bytes(count, seed: round))
                #expect(try await store.status(of: Sample.key("film/a"))?.bytes == count)
            }
            #expect(try await store.keys() == ["film/a"])
        },
        ObjectStoreContract("an object has its key, its length and the time it was written") { store async throws in
            let before = Date()
            try await store.put("film/a", Sample.bytes(12_345))
            let status = try #require(try await store.status(of: Sample.key("film/a")))
            #expect(status.key.rawValue == "film/a")
            #expect(status.bytes == 12_345)
            // Other clocks keep other times; this only tells the unit and the epoch.
            #expect(abs(status.modified.timeIntervalSince(before)) < 24 * 60 * 60)
            let listed = try await store.list(below: nil, after: nil, limit: 9)
            #expect(listed.map(\.unversioned) == [status.unversioned])
        },
    ]

    static let staging = [
        ObjectStoreContract("what is staged is not there until it is published") { store async throws in
            try await store.put("film/old", [1])
            let staged = [
                try await store.stage(Sample.key("film/new"), [2]), try await store.stage(Sample.key("film/old"), [3]),
                try await store.stage(Sample.key("other/new"), [4]),
            ]
            #expect(staged.map(\.key.rawValue) == ["film/new", "film/old", "other/new"])
            #expect(try await store.bytes("film/new") == nil)
            #expect(try await store.status(of: Sample.key("film/new")) == nil)
            #expect(try await store.bytes("film/old") == [1])
            #expect(try await store.keys() == ["film/old"])
            try await store.publish([staged])
            #expect(try await store.bytes("film/new") == [2])
            #expect(try await store.bytes("film/old") == [3])
            #expect(try await store.keys() == ["film/new", "film/old", "other/new"])
        },
        ObjectStoreContract("what is published later replaces what was before") { store async throws in
            let key = try Sample.key("film/a")
            let first = try await store.stage(key, [1])
            let second = try await store.stage(key, [2, 2])
            let third = try await store.stage(key, [3, 3, 3])
            try await store.publish([[third], [], [first, second]])
            #expect(try await store.bytes("film/a") == [2, 2])
            try await store.publish([])
            #expect(try await store.keys() == ["film/a"])
        },
        ObjectStoreContract("what is discarded never was") { store async throws in
            try await store.put("film/a", [1])
            let staged = [
                try await store.stage(Sample.key("film/a"), [2]), try await store.stage(Sample.key("b/c"), [3]),
            ]
            await store.discard(staged)
            await store.discard(staged)
            await store.discard([])
            #expect(try await store.bytes("film/a") == [1])
            #expect(try await store.keys() == ["film/a"])
        },
        ObjectStoreContract("what was published is not lost when it is discarded afterwards") { store async throws in
            let staged = try await store.stage(Sample.key("film/a"), [1])
            try await store.publish([[staged]])
            await store.discard([staged])
            #expect(try await store.bytes("film/a") == [1])
        },
        ObjectStoreContract("whoever sees a document sees what it names") { store async throws in
            let document = try Sample.key("film/document")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<60 {
                        let sheet = try await store.stage(Sample.key("film/sheet-\(number)"), [7])
                        let named = try await store.stage(document, Array("film/sheet-\(number)".utf8))
                        try await store.publish([[sheet], [named]])
                    }
                }
                group.addTask {
                    var seen = ""
                    while seen != "film/sheet-59", !Task.isCancelled {
                        // A store that never waits would leave no thread to the writer.
                        await Task.yield()
                        guard let bytes = try await store.read(document, limit: 99) else { continue }
                        seen = String(decoding: bytes, as: UTF8.self)
                        let isThere = try await store.bytes(seen) == [7]
                        #expect(isThere, "\(seen)")
                    }
                }
                do {
                    try await group.waitForAll()
                } catch {
                    group.cancelAll()
                    throw error
                }
            }
        },
    ]
}
