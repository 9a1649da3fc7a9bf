extension CuePayload {
    /// The text after the last `#` if it is meant as a rectangle and cannot be parsed; nil otherwise.
    package var malformedFragment: String? { splitAtMalformedFragment?.fragment }

    /// The URL without a fragment that is meant as a rectangle, malformed or not.
    ///
    /// Players request this URL, however they treat the fragment.
    package var sheetURL: String { splitAtMalformedFragment?.url ?? url }

    private var splitAtMalformedFragment: (url: String, fragment: String)? {
        guard fragment == nil, let hash = url.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
        let text = String(url[url.utf8.index(after: hash)...])
        let isNamed = text.lowercased().contains("xywh")
        // Numbers between commas; anything else may belong to a file name.
        let isNumbers = text.contains(",") && text.allSatisfy { $0.isNumber || ",.-+% ".contains($0) }
        return isNamed || isNumbers ? (String(url[..<hash]), text) : nil
    }
}
