import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// The number of times that a worker reads the published files.
struct JobWorkerReadingTests {
    private let shop: Workshop
    private let store: ObservedStore

    init() throws {
        shop = try Workshop()
        store = ObservedStore(shop.library.store)
    }

    /// How often the record is read in an attempt, which parses it as often.
    private func reads(_ status: String) async throws -> Int {
        let before = store.reads(of: Storyboard.recordName)
        #expect(try await shop.look(shop.worker(in: store))?.status == status)
        return store.reads(of: Storyboard.recordName) - before
    }

    @Test func `an attempt that grows a storyboard reads its record once`() async throws {
        try await shop.submit { $0.expected = .count(4) }
        try shop.add(1)
        #expect(try await reads("PROCESSING 1/4") == 0, "There is none.")
        for number in 2...3 {
            shop.pass(seconds: 5)
            try shop.add(number)
            #expect(try await reads("PROCESSING \(number)/4") == 1)
        }
        #expect(try await shop.shown == [1, 2, 3])
    }

    @Test func `a record that another process replaces before it is locked is read again`() async throws {
        try await shop.submit { $0.expected = .count(3) }
        try shop.add(1)
        #expect(try await reads("PROCESSING 1/3") == 0)
        shop.pass(seconds: 5)
        try shop.add(2)
        // Between the worker's first look at the record and its lock, which asks for the record's status again.
        let asked = Noted<Void>()
        let folder = shop.folder
        let replacing = ObservedStore(shop.library.store) { key in
            guard key.rawValue.hasSuffix(Storyboard.recordName) else { return }
            asked.note(())
            guard asked.all.count == 2 else { return }
            var record = try folder.read("library/film/" + Storyboard.recordName)
            record.append(UInt8(ascii: "\n"))
            try folder.write(record, to: "library/film/" + Storyboard.recordName)
        }
        #expect(try await shop.look(shop.worker(in: replacing))?.status == "PROCESSING 2/3")
        #expect(replacing.reads(of: Storyboard.recordName) == 2)
    }
}
