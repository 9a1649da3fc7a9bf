/// What waits to be taken, the first that came first; each step costs the same on average, however long the line is.
struct FIFOQueue<Element> {
    /// What waits, behind what was taken.
    private var elements: [Element] = []
    private var taken = 0

    var count: Int { elements.count - taken }

    /// How many elements are kept, those that were taken among them: at most about twice as many as wait.
    var held: Int { elements.count }

    /// Who is taken next; nil where nothing waits.
    var first: Element? { taken < elements.count ? elements[taken] : nil }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Takes the first; nil where nothing waits.
    mutating func takeFirst() -> Element? {
        guard taken < elements.count else { return nil }
        let first = elements[taken]
        taken += 1
        // A line that is never empty would grow without end otherwise.
        if taken > elements.count / 2 {
            elements = Array(elements[taken...])
            taken = 0
        }
        return first
    }
}
