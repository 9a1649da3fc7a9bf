extension MediaFragment {
    /// Parses the text after the `#` of a URL.
    ///
    /// That is `xywh=[pixel:|percent:]x,y,w,h`, alone or among other `&`-joined parts, percent-encoded or not; the last
    /// valid one counts. Without it, a part that is just `x,y,w,h` counts. Numbers are unsigned decimal integers that
    /// fit an `Int`; anything else is nil.
    ///
    /// [Media Fragments: name-value components](https://www.w3.org/TR/media-frags/#processing-name-value-components)
    public init?(parsing fragment: some StringProtocol) {
        self.init(parsing: Array(fragment.utf8)[...])
    }

    init?(parsing fragment: ArraySlice<UInt8>) {
        // Nearly every fragment is one part and spelled plainly.
        var plain = ByteCursor(fragment)
        if plain.take(word: "xywh="), let rectangle = plain.takeRectangle() {
            self = rectangle
            return
        }
        var named: MediaFragment?
        var bare: MediaFragment?
        var rest = fragment
        while !rest.isEmpty {
            let part = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[part.endIndex...].dropFirst()
            var cursor = ByteCursor(Self.percentDecoded(part))
            if cursor.take(word: "xywh=") {
                named = cursor.takeRectangle() ?? named
            } else {
                bare = cursor.rectangle(unit: .pixel) ?? bare
            }
        }
        guard let found = named ?? bare else { return nil }
        self = found
    }

    private static func percentDecoded(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard part.contains(UInt8(ascii: "%")) else { return part }
        var decoded: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(isHexadecimal),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded[...]
    }

    /// `UInt8(_:radix:)` would take a sign, too.
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit
    }
}

extension MediaFragment: CustomStringConvertible {
    /// The fragment without its `#`: `xywh=x,y,w,h`, the one spelling that every player reads.
    ///
    /// Percentages say so (`xywh=percent:…`), which few players read; `intersection` turns them into pixels.
    public var description: String {
        "xywh=\(unit == .percent ? "percent:" : "")\(x),\(y),\(width),\(height)"
    }
}

extension ByteCursor {
    fileprivate mutating func takeRectangle() -> MediaFragment? {
        if take(word: "percent:") { return rectangle(unit: .percent) }
        _ = take(word: "pixel:")
        return rectangle(unit: .pixel)
    }

    /// Reads four numbers that are the rest of the bytes.
    fileprivate mutating func rectangle(unit: MediaFragment.Unit) -> MediaFragment? {
        guard let x = takeInteger(), take(","), let y = takeInteger(), take(","), let width = takeInteger(), take(","),
            let height = takeInteger(), isAtEnd
        else { return nil }
        return MediaFragment(unit: unit, x: x, y: y, width: width, height: height)
    }

    /// Takes one or more digits that fit an `Int`.
    private mutating func takeInteger() -> Int? {
        guard var value = takeDigit().map(Int.init) else { return nil }
        while let digit = takeDigit() {
            let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(Int(digit))
            guard !productOverflows, !sumOverflows else { return nil }
            value = sum
        }
        return value
    }
}
