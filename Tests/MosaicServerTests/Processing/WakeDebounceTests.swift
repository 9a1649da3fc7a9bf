import Mosaic
import Testing

@testable import MosaicServer

struct WakeDebounceTests {
    private let start = ContinuousClock.now
    private let film = StoryboardID(naming: "film")

    @Test func `the first event wakes, the next ones share a wake at the end of the second`() {
        var debounce = WakeDebounce()
        #expect(debounce.admit(film, at: start) == .now)
        #expect(debounce.admit(film, at: start + .milliseconds(300)) == .later(start + .seconds(1)))
        #expect(debounce.admit(film, at: start + .milliseconds(900)) == .covered)
        #expect(debounce.admit(StoryboardID(naming: "other"), at: start + .milliseconds(900)) == .now)
        debounce.fire(film, at: start + .seconds(1))
        #expect(debounce.admit(film, at: start + .milliseconds(1_100)) == .later(start + .seconds(2)))
        debounce.fire(film, at: start + .seconds(2))
        #expect(debounce.admit(film, at: start + .seconds(3)) == .now)
    }

    @Test func `an event while the wake is late is covered by it`() {
        var debounce = WakeDebounce()
        _ = debounce.admit(film, at: start)
        _ = debounce.admit(film, at: start + .milliseconds(1))
        #expect(debounce.admit(film, at: start + .seconds(9)) == .covered)
    }

    @Test func `storyboards are forgotten after a second, and beyond the capacity every event wakes`() {
        var debounce = WakeDebounce()
        for number in 0..<WakeDebounce.capacity {
            #expect(debounce.admit(StoryboardID(naming: "f\(number)"), at: start) == .now)
        }
        for _ in 1...2 { #expect(debounce.admit(film, at: start + .milliseconds(5)) == .now) }
        #expect(debounce.count == WakeDebounce.capacity)
        // One of them waits for its wake, which is not forgotten.
        let waiting = StoryboardID(naming: "f7")
        #expect(debounce.admit(waiting, at: start + .milliseconds(5)) == .later(start + .seconds(1)))
        #expect(debounce.admit(film, at: start + .seconds(2)) == .now)
        #expect(debounce.count == 2)
        #expect(debounce.admit(waiting, at: start + .seconds(2)) == .covered)
    }
}
