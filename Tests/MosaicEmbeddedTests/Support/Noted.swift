import Synchronization

/// Takes note of things from any thread.
final class Noted<Thing: Sendable>: Sendable {
    private let things = Mutex<[Thing]>([])

    var all: [Thing] { things.withLock { $0 } }

    func note(_ thing: Thing) { things.withLock { $0.append(thing) } }
}
