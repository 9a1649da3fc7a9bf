extension MediaFragment {
    /// A rectangle whose numbers are written with decimals.
    package enum Decimals {
        /// All of them are zero, so that the numbers are whole.
        case whole(MediaFragment)
        /// At least one says more than a whole number does.
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
