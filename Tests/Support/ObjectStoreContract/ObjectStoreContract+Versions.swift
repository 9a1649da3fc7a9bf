import Mosaic
import Testing

extension ObjectStoreContract {
    static let versions = [
        ObjectStoreContract("each put makes another version, also of the same bytes") { store async throws in
            let key = try Sample.key("film/a")
            var versions: [ObjectVersion] = []
            for bytes in [[1, 1], [2, 2], [2, 2], [3]] as [[UInt8]] { versions.append(try await store.put(key, bytes)) }
            for (version, next) in zip(versions, versions.dropFirst()) { #expect(version != next) }
            let other = try await store.put(Sample.key("film/b"), [3])
            #expect(other != versions.last)
        },
        ObjectStoreContract("a version stays while nothing changes, and is told once no change could go unseen") {
            store async throws in
            let key = try Sample.key("film/a")
            let staged = [try await store.stage(key, [1]), try await store.stage(Sample.key("film/b"), [2])]
            let versions = try await store.publish([[staged[0]], [], [staged[1]]])
            try #require(versions.count == 2)
            for _ in 0..<2 {
                while try await store.status(of: key)?.version == nil { try await Task.sleep(for: .milliseconds(50)) }
                _ = try await store.bytes("film/a")
                #expect(try await store.status(of: key)?.version == versions[0])
                #expect(try await store.list(below: nil, after: nil, limit: 1).map(\.version) == [versions[0]])
            }
            try await store.put(key, [2])
            #expect(try await store.status(of: key)?.version != versions[0])
        },
    ]

    static let conditions = [
        ObjectStoreContract("an object is put where there is none, and only there") { store async throws in
            let key = try Sample.key("film/a")
            try await store.put(key, [1, 2], if: .absent)
            #expect(await code { try await store.put(key, [3], if: .absent) } == .conflict)
            #expect(try await store.bytes("film/a") == [1, 2])
            try await store.delete(key)
            try await store.put(key, [4], if: .absent)
            try await store.put(key, [5, 5, 5])
            #expect(await code { try await store.put(key, [6], if: .absent) } == .conflict)
            #expect(try await store.bytes("film/a") == [5, 5, 5])
            #expect(try await store.keys() == ["film/a"])
        },
        ObjectStoreContract("an object is put over the version that is expected, and over no other") {
            store async throws in
            let key = try Sample.key("film/a")
            let unknown = ObjectVersion(rawValue: "another")
            #expect(await code { try await store.put(key, [1], if: .matches(unknown)) } == .conflict)
            #expect(try await store.keys().isEmpty)
            let first = try await store.put(key, [1])
            let second = try await store.put(key, [2], if: .matches(first))
            for version in [first, unknown] {
                #expect(await code { try await store.put(key, [3], if: .matches(version)) } == .conflict)
            }
            #expect(try await store.bytes("film/a") == [2])
            try await store.put(key, [2])
            #expect(await code { try await store.put(key, [3], if: .matches(second)) } == .conflict)
            try await store.delete(key)
            #expect(await code { try await store.put(key, [3], if: .matches(second)) } == .conflict)
            #expect(try await store.keys().isEmpty)
        },
        ObjectStoreContract("a condition that does not hold publishes nothing, and what is staged stays staged") {
            store async throws in
            let before = try await store.put(Sample.key("film/old"), [1])
            var staged = [
                try await store.stage(Sample.key("film/new"), [2]), try await store.stage(Sample.key("film/old"), [3]),
            ]
            staged[1].condition = .absent
            #expect(await code { try await store.publish([[staged[0]], [staged[1]]]) } == .conflict)
            #expect(try await store.bytes("film/new") == nil)
            #expect(try await store.bytes("film/old") == [1])
            staged[1].condition = .matches(before)
            try await store.publish([[staged[0]], [staged[1]]])
            #expect(try await store.bytes("film/new") == [2])
            #expect(try await store.bytes("film/old") == [3])
        },
        ObjectStoreContract(
            "of sixteen who put under one condition exactly one does, and the others leave nothing",
            opening: { open async throws in
                let stores = [try await open(), try await open()]
                for round in 0..<8 {
                    let key = try Sample.key("film/\(round)")
                    let first = try await winner(of: .absent, key, stores)
                    let second = try await winner(of: .matches(first), key, stores)
                    #expect(first != second)
                }
                #expect(try await stores[1].keys().count == 8)
            }),
    ]

    /// Has sixteen tasks put an object under one condition; the version of the one that does.
    private static func winner(
        of condition: PutCondition, _ key: ObjectKey, _ stores: [any ObjectStore]
    ) async throws -> ObjectVersion {
        let winners = try await withThrowingTaskGroup(of: (Int, ObjectVersion)?.self) { group in
            for task in 0..<16 {
                let store = stores[task % stores.count]
                group.addTask {
                    do {
                        return (task, try await store.put(key, Sample.bytes(5_000, seed: task), if: condition))
                    } catch let error as MosaicError where error.code == .conflict {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: [(Int, ObjectVersion)]()) { winners, task in
                if let task { winners.append(task) }
            }
        }
        #expect(winners.count == 1, "\(condition)")
        let (task, version) = try #require(winners.first)
        #expect(try await stores[0].read(key, limit: 5_000) == Sample.bytes(5_000, seed: task))
        return version
    }
}
