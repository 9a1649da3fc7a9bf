extension MediaFragment {
    /// Reads what follows the `#` of a URL.
    ///
    /// That is `xywh=[pixel:|percent:]x,y,w,h`, alone or among other `&`-joined parts, percent-encoded or not; the last
    /// valid one counts. Where there is none, a part that is just `x,y,w,h` does. Numbers are unsigned decimal integers
    /// that fit an `Int`; anything else is nil.
    ///
    /// [Media Fragments: name-value components](https://www.w3.org/TR/media-frags/#processing-name-value-components)
    public init?(parsing fragment: some StringProtocol) {
        var named: MediaFragment?
        var bare: MediaFragment?
        for part in Array(fragment.utf8).split(separator: UInt8(ascii: "&")) {
            var cursor = ByteCursor(Self.percentDecoded(part)[...])
            if cursor.take(word: "xywh=") {
                named = cursor.takeRectangle() ?? named
            } else {
                bare = cursor.rectangle(unit: .pixel) ?? bare
            }
        }
        guard let found = named ?? bare else { return nil }
        self = found
    }

    private static func percentDecoded(_ part: ArraySlice<UInt8>) -> [UInt8] {
        guard part.contains(UInt8(ascii: "%")) else { return Array(part) }
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
        return decoded
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
    fileprivate func rectangle(unit: MediaFragment.Unit) -> MediaFragment? {
        let fields = rest.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard fields.count == 4 else { return nil }
        var numbers: [Int] = []
        for field in fields {
            // Checked here because `Int(_:)` would take a sign.
            guard field.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(String(decoding: field, as: UTF8.self))
            else { return nil }
            numbers.append(number)
        }
        return MediaFragment(unit: unit, x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
