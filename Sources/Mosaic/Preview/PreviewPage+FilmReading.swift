extension PreviewPage {
    /// The URL of the film that a page shows; nil for a page without one.
    static func film(of page: [UInt8]) -> String? {
        let text = String(decoding: page, as: UTF8.self)
        guard let start = text.firstRange(of: "<video id=\"film\" src=\"")?.upperBound,
            let end = text[start...].firstIndex(of: "\"")
        else { return nil }
        // `&` comes last, so that no reference is read twice.
        return String(text[start..<end]).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
