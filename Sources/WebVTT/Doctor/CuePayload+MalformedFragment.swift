extension CuePayload {
    /// What follows the last `#` where that is meant as a rectangle and cannot be read as one; nil otherwise.
    var malformedFragment: String? {
        guard fragment == nil, let hash = url.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
        let text = String(url[url.utf8.index(after: hash)...])
        let isNamed = text.lowercased().contains("xywh")
        // Numbers between commas; anything else may belong to a file name.
        let isNumbers = text.contains(",") && text.allSatisfy { $0.isNumber || ",.-+% ".contains($0) }
        return isNamed || isNumbers ? text : nil
    }
}
