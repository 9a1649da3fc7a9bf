/// A rectangle on a sheet, as in the fragment of a URL.
///
/// [Media Fragments: spatial dimension](https://www.w3.org/TR/media-frags/#naming-space)
public struct MediaFragment: Hashable, Sendable {
    /// The unit of the four numbers.
    public enum Unit: String, Sendable {
        /// Pixels.
        case pixel
        /// Per cent of the sheet's width and height.
        case percent
    }

    /// The unit of the four numbers.
    public let unit: Unit
    /// Distance from the left edge, never negative.
    public let x: Int
    /// Distance from the top edge, never negative.
    public let y: Int
    /// Extent to the right, never negative.
    public let width: Int
    /// Extent downwards, never negative.
    public let height: Int

    /// Creates a fragment; nil if a number is negative.
    public init?(unit: Unit = .pixel, x: Int, y: Int, width: Int, height: Int) {
        guard x >= 0, y >= 0, width >= 0, height >= 0 else { return nil }
        (self.unit, self.x, self.y, self.width, self.height) = (unit, x, y, width, height)
    }

    /// The part of the rectangle on a sheet, in whole pixels; nil if the rectangle has no pixel on the sheet.
    ///
    /// Percentages round each edge to the nearest pixel, so that adjacent rectangles stay adjacent.
    ///
    /// - Parameters:
    ///   - sheetWidth: Width of the sheet, in pixels.
    ///   - sheetHeight: Height of the sheet, in pixels.
    public func intersection(sheetWidth: Int, sheetHeight: Int) -> MediaFragment? {
        let (left, right) = pixels(from: x, extent: width, of: sheetWidth)
        let (top, bottom) = pixels(from: y, extent: height, of: sheetHeight)
        guard left < right, top < bottom else { return nil }
        return MediaFragment(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The two edges on one axis in pixels, at most the sheet's side.
    private func pixels(from start: Int, extent: Int, of side: Int) -> (Int, Int) {
        // Limited to the whole first, so that the sum of start and extent cannot overflow.
        let whole = unit == .pixel ? max(side, 0) : 100
        let from = min(start, whole)
        let to = from + min(extent, whole - from)
        switch unit {
        case .pixel: return (from, to)
        case .percent: return (Self.round(percent: from, of: side), Self.round(percent: to, of: side))
        }
    }

    /// Converts a percentage, 0...100, to pixels; neither product can overflow.
    private static func round(percent: Int, of side: Int) -> Int {
        side / 100 * percent + (side % 100 * percent + 50) / 100
    }
}

extension MediaFragment {
    /// Parses the text after the `#` of a URL.
    ///
    /// The text is `xywh=[pixel:|percent:]x,y,w,h`, alone or among other `&`-joined parts, percent-encoded or not; the
    /// last valid part counts. Without such a part, the last part that is just `x,y,w,h` counts. Numbers are unsigned
    /// decimal integers that fit an `Int`. Any other text gives nil.
    ///
    /// [Media Fragments: name-value components](https://www.w3.org/TR/media-frags/#processing-name-value-components)
    public init?(parsing fragment: some StringProtocol) {
        self.init(parsing: Array(fragment.utf8)[...])
    }

    init?(parsing fragment: ArraySlice<UInt8>) {
        // Nearly every fragment has a single part with plain spelling.
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

    /// `UInt8(_:radix:)` would also accept a sign.
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit
    }
}

extension MediaFragment: CustomStringConvertible {
    /// The fragment without its `#`: `xywh=x,y,w,h`, the one spelling that every player reads.
    ///
    /// Percentages have the form `xywh=percent:…`, which few players read; `intersection` converts them to pixels.
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

    /// Reads four numbers and the end of the bytes; nil for other bytes.
    fileprivate mutating func rectangle(unit: MediaFragment.Unit) -> MediaFragment? {
        guard let x = takeInteger(), take(","), let y = takeInteger(), take(","), let width = takeInteger(), take(","),
            let height = takeInteger(), isAtEnd
        else { return nil }
        return MediaFragment(unit: unit, x: x, y: y, width: width, height: height)
    }

    /// Reads one or more digits; nil without any, and if the number exceeds an `Int`.
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

extension MediaFragment {
    /// A rectangle whose numbers are written with decimals.
    package enum Decimals {
        /// All decimals are zero, so that the numbers are whole.
        case whole(MediaFragment)
        /// At least one decimal is not zero.
        case fractional
    }

    /// Reads `[xywh=][pixel:|percent:]x,y,w,h` with at least one point in it; nil for anything else.
    package static func decimals(in fragment: some StringProtocol) -> Decimals? {
        var cursor = ByteCursor(Array(fragment.utf8)[...])
        _ = cursor.take(word: "xywh=")
        let unit: Unit = cursor.take(word: "percent:") ? .percent : .pixel
        if unit == .pixel { _ = cursor.take(word: "pixel:") }
        var numbers: [Int] = []
        var (hasPoint, isFractional) = (false, false)
        for position in 0..<4 {
            guard position == 0 || cursor.take(","), let number = cursor.takeNumber() else { return nil }
            numbers.append(Int(number.value))
            guard cursor.take(".") else { continue }
            guard let decimals = cursor.takeNumber() else { return nil }
            hasPoint = true
            isFractional = isFractional || decimals.value > 0
        }
        guard hasPoint, cursor.isAtEnd else { return nil }
        guard !isFractional else { return .fractional }
        return MediaFragment(unit: unit, x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            .map(Decimals.whole)
    }
}
