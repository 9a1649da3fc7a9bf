/// The places where a rule applies: all of them counted, the first few kept.
package struct Occurrences {
    private static let limit = 10

    private(set) var first: [Finding.Occurrence] = []
    private(set) var count = 0

    /// Adds a place; the message is only made where it is kept.
    package mutating func note(line: Int? = nil, _ message: @autoclosure () -> String) {
        count += 1
        if count <= Self.limit { first.append(Finding.Occurrence(line: line, message: message())) }
    }
}
