/// A first-in first-out queue with constant cost of each operation on average.
struct FIFOQueue<Element> {
    /// The queue, after the elements that were taken.
    private var elements: [Element] = []
    private var taken = 0

    var count: Int { elements.count - taken }

    /// The number of stored elements, taken ones included: at most about twice the length of the queue.
    var held: Int { elements.count }

    /// The next element; nil where the queue is empty.
    var first: Element? { taken < elements.count ? elements[taken] : nil }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Removes the next element; nil where the queue is empty.
    mutating func takeFirst() -> Element? {
        guard taken < elements.count else { return nil }
        let first = elements[taken]
        taken += 1
        // Otherwise a queue that is never empty would grow forever.
        if taken > elements.count / 2 {
            elements = Array(elements[taken...])
            taken = 0
        }
        return first
    }
}
