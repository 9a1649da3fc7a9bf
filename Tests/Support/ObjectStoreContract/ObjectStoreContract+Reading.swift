import Foundation
import Mosaic
import Testing

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
