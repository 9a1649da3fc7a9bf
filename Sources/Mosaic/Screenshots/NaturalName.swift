/// A file name split into text and numbers, so that `frame9` comes before `frame10`.
package struct NaturalName: Comparable {
    private enum Part: Hashable {
        case text(String)
        case digits(String)
    }

    private let parts: [Part]
    private let name: String

    package init(_ name: String) {
        self.name = name
        var parts: [Part] = []
        var rest = Substring(name)
        while let first = rest.first {
            let isDigit = first.isASCII && first.isNumber
            let run = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
            parts.append(isDigit ? .digits(String(run.drop { $0 == "0" })) : .text(String(run)))
            rest = rest.dropFirst(run.count)
        }
        self.parts = parts
    }

    /// The last number in the name; nil where there is none or it is too large.
    package var number: Int? {
        for case .digits(let digits) in parts.reversed() { return digits.isEmpty ? 0 : Int(digits) }
        return nil
    }

    package static func < (first: NaturalName, second: NaturalName) -> Bool {
        for (left, right) in zip(first.parts, second.parts) where left != right {
            switch (left, right) {
            case (.digits(let left), .digits(let right)):
                return left.count != right.count ? left.count < right.count : left < right
            case (.text(let left), .text(let right)): return left < right
            case (.digits, .text): return true
            case (.text, .digits): return false
            }
        }
        return first.parts.count != second.parts.count
            ? first.parts.count < second.parts.count : first.name < second.name
    }
}
