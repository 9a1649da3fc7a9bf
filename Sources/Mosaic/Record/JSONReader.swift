/// Reads a JSON document (RFC 8259) value by value, straight from its bytes.
///
/// A storyboard's record is parsed again for each new tile. For 720 tiles (243 kB) this takes 16 million instructions
/// and Foundation's decoder 61 million, while making a tile of a screenshot takes 6 to 16 million. The caller states
/// which value it expects and nothing else is kept, so that memory is bounded by the caller.
struct JSONReader {
    let bytes: [UInt8]
    var position = 0
    private var depth = 0

    /// Maximum nesting of objects and arrays.
    private static let deepest = 64

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads an object; `member` has to read the value of each key.
    mutating func object(
        _ member: (inout JSONReader, _ key: String) throws(MosaicError) -> Void
    ) throws(MosaicError) {
        try open("{", "an object")
        if take("}") { return close() }
        repeat {
            let key = try string()
            try expect(":")
            do {
                try member(&self, key)
            } catch {
                throw error.under(key)
            }
        } while try continues(until: "}")
        close()
    }

    /// Reads an array; `element` has to read each value.
    mutating func array<Element>(
        _ element: (inout JSONReader) throws(MosaicError) -> Element
    ) throws(MosaicError) -> [Element] {
        var elements: [Element] = []
        try self.elements { reader throws(MosaicError) in elements.append(try element(&reader)) }
        return elements
    }

    /// Reads an array; `element` has to read each value.
    mutating func elements(_ element: (inout JSONReader) throws(MosaicError) -> Void) throws(MosaicError) {
        try open("[", "an array")
        if take("]") { return close() }
        var count = 0
        repeat {
            do {
                try element(&self)
            } catch {
                throw error.under("\(count)")
            }
            count += 1
        } while try continues(until: "]")
        close()
    }

    /// Reads a number that is written without fraction and exponent.
    mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(MosaicError) -> Number {
        let isNegative = take("-")
        let first = position
        var number: Number = 0
        while position < bytes.count, let digit = Self.digit(bytes[position], as: Number.self) {
            let (ten, hasOverflown) = number.multipliedReportingOverflow(by: 10)
            let (next, overflows) =
                isNegative
                ? ten.subtractingReportingOverflow(digit) : ten.addingReportingOverflow(digit)
            guard !hasOverflown, !overflows else { throw MosaicError(json: "The number is too large.") }
            number = next
            position += 1
        }
        let hasLeadingZero = position - first > 1 && bytes[first] == UInt8(ascii: "0")
        let isCut = position < bytes.count && [".", "e", "E"].contains(Unicode.Scalar(bytes[position]))
        guard position > first, !hasLeadingZero, !isCut else { throw MosaicError(json: "It is not an integer.") }
        return number
    }

    /// Reads `true` or `false`.
    mutating func boolean() throws(MosaicError) -> Bool {
        if takeWord("true") { return true }
        if takeWord("false") { return false }
        throw MosaicError(json: "It is not true or false.")
    }

    /// Skips a `null`; returns whether there was one.
    mutating func takeNull() -> Bool { takeWord("null") }

    /// Skips the value of an unknown key.
    mutating func skip() throws(MosaicError) {
        skipSpace()
        switch position < bytes.count ? bytes[position] : 0 {
        case UInt8(ascii: "{"): try object { reader, _ throws(MosaicError) in try reader.skip() }
        case UInt8(ascii: "["): try elements { reader throws(MosaicError) in try reader.skip() }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            guard takeWord("true") || takeWord("false") || takeNull() else { throw .unknownJSONWord }
        default: try skipNumber()
        }
    }

    /// Checks that only white space follows.
    mutating func end() throws(MosaicError) {
        skipSpace()
        guard position == bytes.count else { throw MosaicError(json: "Something follows the document's end.") }
    }

    /// Skips white space, and the next character if it is `character`; returns whether it was.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(MosaicError) {
        guard take(character) else { throw MosaicError(json: "A \"\(character)\" is missing at byte \(position).") }
    }

    private mutating func open(_ bracket: Unicode.Scalar, _ kind: String) throws(MosaicError) {
        guard take(bracket) else { throw MosaicError(json: "It is not \(kind).") }
        depth += 1
        guard depth <= Self.deepest else {
            throw MosaicError(json: "More than \(Self.deepest) values lie inside each other.")
        }
    }

    private mutating func close() { depth -= 1 }

    /// Whether another member or element follows; otherwise reads the closing bracket.
    private mutating func continues(until bracket: Unicode.Scalar) throws(MosaicError) -> Bool {
        if take(",") { return true }
        try expect(bracket)
        return false
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        skipSpace()
        let letters = word.description.utf8
        guard bytes[position...].starts(with: letters) else { return false }
        position += letters.count
        return true
    }

    /// Skips a number: integer, fraction and exponent.
    private mutating func skipNumber() throws(MosaicError) {
        _ = take("-")
        let first = position
        guard skipDigits() > 0 else { throw MosaicError(json: "It is not a JSON value.") }
        guard position - first == 1 || bytes[first] != UInt8(ascii: "0") else {
            position = first + 1
            throw MosaicError(json: "It is not a JSON value.")
        }
        if takeHere(".") { guard skipDigits() > 0 else { throw MosaicError(json: "It is not a JSON value.") } }
        if takeHere("e") || takeHere("E") {
            if !takeHere("+") { _ = takeHere("-") }
            guard skipDigits() > 0 else { throw MosaicError(json: "It is not a JSON value.") }
        }
    }

    private mutating func takeHere(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipDigits() -> Int {
        let first = position
        while position < bytes.count, Self.digit(bytes[position], as: Int.self) != nil { position += 1 }
        return position - first
    }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }

    private static func digit<Number: FixedWidthInteger>(_ byte: UInt8, as _: Number.Type) -> Number? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Number(byte - UInt8(ascii: "0")) : nil
    }
}

/// Faults of a JSON document. Their subject is the path of keys, and positions in arrays, to the value.
extension MosaicError {
    init(json sentence: String) { self.init(.malformed, "", sentence) }

    /// The fault of a word that is not a value, or only the beginning of one.
    static let unknownJSONWord = MosaicError(json: "It is not true, false or null.")

    /// The fault with the key of the enclosing object or array before its path.
    func under(_ key: String) -> MosaicError {
        MosaicError(code, subject.isEmpty ? key : "\(key).\(subject)", reason)
    }
}
