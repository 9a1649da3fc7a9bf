import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

struct JobRequestValidationTests {
    private static let chapters = (1...3).map {
        ExpectedChapters.Chapter(index: $0, time: Timestamp(milliseconds: Int64($0) * 1_000))
    }

    private func subject(_ change: (inout JobRequest) -> Void) -> String? {
        var request = JobRequest(id: StoryboardID(naming: "film"), source: Mosaic.ScreenshotSource(folder: "/shots"))
        change(&request)
        return failure { try request.validate() }?.subject
    }

    @Test func `requests that make sense`() {
        #expect(subject { _ in } == nil)
        #expect(subject { $0.expected = .count(1) } == nil)
        #expect(subject { $0.expected = .list(Self.chapters) } == nil)
        #expect(
            subject {
                $0.expected = .list(Self.chapters)
                $0.missing = .placeholder
            } == nil)
        #expect(
            subject {
                $0.expected = .count(5)
                $0.source.interval = Timestamp(milliseconds: 1_000)
            } == nil)
    }

    @Test func `a setting that contradicts itself or another is named`() {
        #expect(subject { $0.settings.encoding.quality = 0 } == "quality")
        #expect(subject { $0.arrivalTimeout = -1 } == "arrival_timeout_s")
        #expect(subject { $0.settle = -1 } == "settle_s")
        #expect(subject { $0.keepingOld = -1 } == "keep_old_s")
        #expect(subject { $0.expected = .count(0) } == "expected")
        #expect(subject { $0.expected = .count(ExpectedChapters.maximumCount + 1) } == "expected")
        #expect(subject { $0.expected = .list([]) } == "expected")
        #expect(subject { $0.expected = .list(Self.chapters + Self.chapters) } == "expected")
        #expect(subject { $0.missing = .placeholder } == "missing")
        #expect(
            subject {
                $0.expected = .count(3)
                $0.missing = .placeholder
            } == "missing")
        #expect(
            subject {
                $0.expected = .list(Self.chapters)
                $0.source.list = "/times.csv"
            } == "expected")
    }
}
