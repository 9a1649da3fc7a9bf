import Testing

@testable import ScrubPreview

@Suite struct ScrubTests {
    @Test func `a scrub has a direction from its second tile on`() {
        var scrub = Scrub()
        #expect([5, 6, 9, 9, 3, 3, 4].map { scrub.move(to: $0) } == [nil, 1, 1, nil, -1, nil, 1])
    }
}
