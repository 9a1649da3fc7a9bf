import Mosaic
import Testing

extension ObjectStoreContract {
    /// Rules for stores that have locks.
    package static let locking = [
        ObjectStoreContract(
            "one at a time holds a folder, and the next one after it",
            opening: { open async throws in
                let stores = [try await open(), try await open()]
                let key = try Sample.key("film")
                for store in stores {
                    let lock = try await store.lock(key)
                    for other in stores {
                        let code = await code { try await other.lock(key) }
                        #expect(code == .busy)
                    }
                    withExtendedLifetime(lock) {}
                }
                #expect(try await stores[0].keys().isEmpty)
            }),
        ObjectStoreContract(
            "folders are held one by one, and the whole beside them",
            opening: { open async throws in
                let store = try await open()
                let locks = [
                    try await store.lock(Sample.key("a")), try await store.lock(Sample.key("b")),
                    try await store.lock(nil),
                ]
                let code = await code { try await open().lock(nil) }
                #expect(code == .busy)
                withExtendedLifetime(locks) {}
            }),
        ObjectStoreContract(
            "whoever holds a folder works in it, and others see it",
            opening: { open async throws in
                let (writer, reader) = (try await open(), try await open())
                let lock = try await writer.lock(Sample.key("film"))
                try await writer.put("film/a", [1])
                #expect(try await reader.bytes("film/a") == [1])
                try await writer.delete(Sample.key("film/a"))
                let code = await code { try await reader.lock(Sample.key("film")) }
                #expect(code == .busy, "a folder that was emptied is still held")
                try await writer.put("film/b", [2])
                withExtendedLifetime(lock) {}
                #expect(try await reader.keys() == ["film/b"])
            }),
        ObjectStoreContract(
            "what a killed writer staged is gone when the folder is locked",
            opening: { open async throws in
                let store = try await open()
                try await store.put("film/a", [1])
                let staged = try await store.stage(Sample.key("film/a"), [2])
                let lock = try await open().lock(Sample.key("film"))
                let code = await code { try await store.publish([[staged]]) }
                #expect(code == .unavailable)
                #expect(try await store.bytes("film/a") == [1])
                withExtendedLifetime(lock) {}
            }),
        ObjectStoreContract(
            "of sixteen who work under the lock each does so alone",
            opening: { open async throws in
                let stores = [try await open(), try await open()]
                let key = try Sample.key("film")
                let counter = try Sample.key("film/count")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for task in 0..<16 {
                        let store = stores[task % 2]
                        group.addTask {
                            while true {
                                do {
                                    let lock = try await store.lock(key)
                                    let count = try await store.read(counter, limit: 1)?.first ?? 0
                                    // Removed in between, as whoever removes a storyboard does.
                                    try await store.delete(counter)
                                    await Task.yield()
                                    try await store.put(counter, [count + 1])
                                    withExtendedLifetime(lock) {}
                                    return
                                } catch let error as MosaicError where error.code == .busy {
                                    try await Task.sleep(for: .milliseconds(1))
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await stores[0].read(counter, limit: 1) == [16])
            }),
    ]
}
