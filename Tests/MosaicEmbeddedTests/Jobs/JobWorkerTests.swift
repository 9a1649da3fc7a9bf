import Foundation
import MosaicFixtures
import Seeded
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Jobs whose screenshots arrive one by one.
struct JobWorkerTests {
    private let shop: Workshop

    init() throws { shop = try Workshop() }

    // MARK: Until the end

    @Test func `expected chapters are shown one by one, and the last one completes`() async throws {
        #expect(try await shop.look() == nil)
        try await shop.submit { $0.expected = .count(3) }
        #expect(try await shop.status == "PENDING")
        #expect(try await shop.look() == Look("PENDING", nil))
        #expect(try await shop.look() == nil, "It is not looked at again at once.")
        for (number, status) in [(2, "PROCESSING 1/3"), (3, "PROCESSING 2/3"), (1, "COMPLETED")] {
            try shop.add(number)
            shop.pass(seconds: 5)
            #expect(try await shop.look() == Look(status, 1))
        }
        #expect(try await shop.shown == [1, 2, 3])
        shop.pass(seconds: 100_000)
        #expect(try await shop.look() == nil)
    }

    @Test func `a storyboard without new screenshots is not composed again`() async throws {
        try await shop.submit { $0.expected = .count(3) }
        try shop.add(1, 2)
        try settle()
        #expect(try await shop.look() == Look("PROCESSING 2/3", 2))
        for _ in 1...3 {
            shop.pass(seconds: 60)
            #expect(try await shop.look() == Look("PROCESSING 2/3", nil))
        }
    }

    @Test func `a job completes with the screenshots that arrived in time`() async throws {
        try await shop.submit { $0.expected = .count(3) }
        shop.pass(seconds: 599)
        try shop.add(1)
        #expect(try await shop.look()?.status == "PROCESSING 1/3")
        shop.pass(seconds: 599)
        #expect(try await shop.look()?.status == "PROCESSING 1/3")
        shop.pass(seconds: 1)
        #expect(try await shop.look()?.status == "COMPLETED")
        #expect(try await shop.shown == [1])
    }

    @Test func `a job without screenshots in time fails, and a manual retry waits again`() async throws {
        let job = try await shop.submit { $0.expected = .count(3) }
        shop.pass(seconds: 600)
        let message =
            "FAILED Of 3 expected chapters no usable screenshot arrived within 600 seconds. "
            + "shots: It holds no files; screenshots are named ch{number}_{seconds}s.jpg."
        #expect(try await shop.look()?.status == message)
        _ = try await shop.library.catalog.update(job.number) { $0.retry(now: $1) }
        #expect(try await shop.look()?.status == "PENDING")
        try shop.add(1, 2, 3)
        shop.pass(seconds: 60)
        #expect(try await shop.look()?.status == "COMPLETED")
    }

    @Test func `a set of unknown size is complete when nothing more comes`() async throws {
        try await shop.submit()
        #expect(try await shop.look()?.status == "PENDING")
        for number in 1...3 {
            shop.pass(seconds: 15)
            try shop.add(number)
            #expect(try await shop.look()?.status == "PROCESSING \(number)/\(number)")
        }
        shop.pass(seconds: 20)
        #expect(try await shop.look()?.status == "COMPLETED")
    }

    @Test func `without a settling time the present screenshots are composed at once`() async throws {
        try await shop.submit { $0.settle = 0 }
        try shop.add(1, 2)
        #expect(try await shop.look() == Look("COMPLETED", 2))
    }

    @Test func `a folder that is not there is no screenshots at all`() async throws {
        try shop.folder.remove("shots")
        try await shop.submit { $0.settle = 0 }
        #expect(try await shop.look()?.status == "FAILED shots: There is no such file or folder.")
    }

    @Test func `a later screenshot wakes a finished job and costs one decode`() async throws {
        let job = try await shop.submit { $0.settle = 0 }
        try shop.add(1, 2)
        #expect(try await shop.look()?.status == "COMPLETED")
        try shop.add(3)
        _ = try await shop.library.catalog.update(job.number) { $0.wake(now: $1) }
        #expect(try await shop.status == "PROCESSING 2/2")
        #expect(try await shop.look() == Look("COMPLETED", 1))
        #expect(try await shop.shown == [1, 2, 3])
    }

    // MARK: Placeholders

    @Test func `placeholders go one by one, in whichever order, and leave no trace`() async throws {
        var random = SeededGenerator(seed: 8)
        try await shop.submit {
            $0.expected = .list(Workshop.chapters(1...6))
            $0.missing = .placeholder
        }
        var there: Set<Int> = []
        for number in (1...6).shuffled(using: &random) {
            try shop.add(number)
            there.insert(number)
            shop.pass(seconds: 5)
            let status = there.count == 6 ? "COMPLETED" : "PROCESSING \(there.count)/6"
            #expect(try await shop.look() == Look(status, 1))
            #expect(try await shop.shown == (1...6).map { there.contains($0) ? $0 : 0 })
        }
        let other = try Workshop()
        try other.add(1, 2, 3, 4, 5, 6)
        try await other.submit { $0.expected = .list(Workshop.chapters(1...6)) }
        #expect(try await other.look()?.status == "COMPLETED")
        #expect(try await shop.library.track(shop.id) == other.library.track(other.id))
        let sheets = try await [shop, other].asyncMap { try await $0.library.storyboard($0.id)?.sheets ?? [] }
        #expect(sheets[0] == sheets[1] && sheets[0].count == 2)
    }

    @Test func `unexpected chapters are shown and not counted`() async throws {
        try await shop.submit { $0.expected = .list(Workshop.chapters(1...2)) }
        try shop.add(1, 7, 8)
        #expect(try await shop.look()?.status == "PROCESSING 1/2")
        #expect(try await shop.shown == [1, 7, 8])
    }

    // MARK: Files that are no good

    @Test func `a broken file is awaited until it is repaired`() async throws {
        try await shop.submit { $0.expected = .count(3) }
        try shop.add(1, 2)
        try shop.add(Array("no picture\u{FF}".utf8) + [0xFF, 0xD9], number: 3)
        #expect(try await shop.look()?.status == "PROCESSING 2/3")
        #expect(try await shop.shown == [1, 2, 0])
        shop.pass(seconds: 19)
        try shop.add(3)
        #expect(try await shop.look()?.status == "COMPLETED")
        #expect(try await shop.shown == [1, 2, 3])
    }

    @Test(arguments: [ExpectedChapters.count(3), .list(Workshop.chapters(1...3))])
    func `where every chapter has a file, a broken one is a placeholder until it is mended`(
        _ expected: ExpectedChapters
    ) async throws {
        let job = try await shop.submit { $0.expected = expected }
        let broken = Array("no picture\u{FF}".utf8) + [0xFF, 0xD9]
        try shop.add(1)
        try shop.add(broken, number: 2)
        // Counted by nobody who expects three by their numbers.
        if case .list = expected { try shop.add(4) }
        #expect(try await shop.look()?.status == "PROCESSING 1/3")
        shop.pass(seconds: 30)
        #expect(try await shop.look()?.status == "PROCESSING 1/3", "The third is still to come.")
        try shop.add(3)
        shop.pass(seconds: 5)
        #expect(try await shop.look()?.status == "PROCESSING 2/3")
        shop.pass(seconds: 19)
        #expect(try await shop.look()?.status == "PROCESSING 2/3")
        shop.pass(seconds: 1)
        #expect(try await shop.look()?.status == "COMPLETED")
        #expect(try await shop.shown.prefix(3) == [1, 0, 3])
        try shop.add(2)
        _ = try await shop.library.catalog.update(job.number) { $0.wake(now: $1) }
        #expect(try await shop.look()?.status == "COMPLETED")
        #expect(try await shop.shown.prefix(3) == [1, 2, 3])
    }

    @Test func `a job with a broken file for every chapter fails after the settling time`() async throws {
        try await shop.submit { $0.expected = .count(2) }
        try shop.add([0xFF, 0xD9], number: 1)
        try shop.add([0xFF, 0xD9], number: 2)
        #expect(try await shop.look()?.status == "PROCESSING 0/2")
        shop.pass(seconds: 20)
        let status = try #require(try await shop.look()?.status)
        #expect(status.hasPrefix("FAILED Of 2 expected chapters no usable screenshot arrived within 20 seconds. ch1_"))
    }

    @Test func `a job with broken files and missing chapters fails after the maximum wait`() async throws {
        try await shop.submit { $0.expected = .count(2) }
        try shop.add([0xFF, 0xD9], number: 1)
        #expect(try await shop.look()?.status == "PROCESSING 0/2")
        shop.pass(seconds: 599)
        #expect(try await shop.look()?.status == "PROCESSING 0/2")
        shop.pass(seconds: 1)
        let status = try #require(try await shop.look()?.status)
        #expect(status.hasPrefix("FAILED Of 2 expected chapters no usable screenshot arrived within 600 seconds. ch1_"))
    }

    @Test func `a file that is being written is awaited and not read`() async throws {
        try await shop.submit { $0.settle = 0 }
        try shop.add(1)
        let whole = DrawnScreenshot(number: 2).encoded
        try shop.add(Array(whole[..<(whole.count / 2)]), number: 2)
        #expect(try await shop.look()?.status == "PROCESSING 1/1")
        #expect(try await shop.shown == [1])
        try shop.add(2)
        shop.pass(seconds: 2)
        #expect(try await shop.look()?.status == "COMPLETED")
        #expect(try await shop.shown == [1, 2])
    }

    @Test func `a published file that is being replaced keeps its tile until then`() async throws {
        try await shop.submit()
        try shop.add(1, 2)
        #expect(try await shop.look()?.status == "PROCESSING 2/2")
        let before = try await shop.library.track(shop.id)
        let whole = DrawnScreenshot(number: 9).encoded
        try shop.add(Array(whole[..<(whole.count / 2)]), number: 2)
        shop.pass(seconds: 30)
        #expect(try await shop.look()?.decodings == nil)
        #expect(try await shop.job?.state == .processing)
        #expect(try await shop.library.track(shop.id) == before)
        try shop.add(whole, number: 2)
        shop.pass(seconds: 2)
        #expect(try await shop.look()?.decodings == 1)
    }

    private func settle() throws {
        for number in 1...2 {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
                ofItemAtPath: shop.folder.path(Workshop.file(number)))
        }
    }
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
