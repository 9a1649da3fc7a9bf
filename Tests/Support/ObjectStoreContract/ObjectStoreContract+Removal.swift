import Mosaic
import Testing

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
