/// The bytes that all workers together may hold while they decode.
///
/// A worker waits until its share is free; waiting workers are served in turn, so that a large picture is not starved
/// by small ones.
actor WorkingMemory {
    private var free: Int
    private var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(bytes: Int) { free = bytes }

    /// Waits for `bytes`, which the caller has checked against the whole.
    func acquire(_ bytes: Int) async {
        if waiting.isEmpty, bytes <= free {
            free -= bytes
            return
        }
        await withCheckedContinuation { waiting.append((bytes, $0)) }
    }

    func release(_ bytes: Int) {
        free += bytes
        while let next = waiting.first, next.bytes <= free {
            free -= next.bytes
            waiting.removeFirst()
            next.continuation.resume()
        }
    }
}
