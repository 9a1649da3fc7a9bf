package import WebVTT

/// A chapter screenshot's file name, `ch{index}_{seconds}s.jpg` (or `.jpeg`, `.png`).
///
/// Leading zeros are accepted; a name with a number too large for a playback time does not match.
package struct ScreenshotName: Hashable, Sendable {
    /// The chapter's number as in the name, usually counted from 1.
    package let index: Int
    /// The playback time the screenshot shows.
    package let time: Timestamp

    /// Reads a file name without its folder; nil where it does not follow the rule.
    package init?(_ fileName: String) {
        var rest = Substring(fileName).utf8
        guard rest.starts(with: "ch".utf8) else { return nil }
        rest = rest.dropFirst(2)
        guard let index = Self.number(&rest), rest.popFirst() == UInt8(ascii: "_"),
            let seconds = Self.number(&rest), rest.popFirst() == UInt8(ascii: "s"),
            rest.popFirst() == UInt8(ascii: "."),
            ["jpg", "jpeg", "png"].contains(String(Substring(rest)).lowercased()),
            Int64(seconds) <= Timestamp.latest.milliseconds / 1_000
        else { return nil }
        self.index = index
        time = Timestamp(milliseconds: Int64(seconds) * 1_000)
    }

    /// Whether apps find the chapter in a name, which look for `ch(\d+)_\d+s\.jpg` alone; `.png` and `.JPG` are composed
    /// and not listed.
    package static func isListed(_ fileName: String) -> Bool {
        ScreenshotName(fileName) != nil && fileName.utf8.suffix(4).elementsEqual(".jpg".utf8)
    }

    private static func number(_ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int(String(Substring(digits)))
    }
}

extension ScreenshotName {
    /// Why lists of chapters leave out the screenshot in a file, one sentence; nil where they name it.
    ///
    /// Apps look for `ch(\d+)_\d+s\.jpg` in a URL, and cannot find the chapter of another one.
    package static func exclusionFromLists(of fileName: String) -> String? {
        fileName.utf8.suffix(4).elementsEqual(".jpg".utf8)
            ? nil : "Lists of chapters leave it out: apps know ch{index}_{seconds}s.jpg alone."
    }
}
