import Mosaic
import Testing
import Tiers

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
