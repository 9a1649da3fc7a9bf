/// Resolves relative references of manifests as text, because templates are not valid URLs.
enum DASHAddress {
    /// A reference relative to a base; dot segments stay.
    static func joined(_ base: String, _ reference: String) -> String {
        guard !reference.isEmpty else { return base }
        guard !base.isEmpty, !isAbsolute(reference) else { return reference }
        let path = base.prefix { $0 != "?" && $0 != "#" }
        let origin = origin(path)
        guard !reference.hasPrefix("/") else { return origin + reference }
        let directories = path.dropFirst(origin.count)
        guard let slash = directories.lastIndex(of: "/") else {
            return origin.isEmpty ? reference : "\(origin)/\(reference)"
        }
        return origin + directories[...slash] + reference
    }

    /// Whether a reference says its host.
    static func isAbsolute(_ reference: String) -> Bool {
        if reference.hasPrefix("//") { return true }
        let scheme = reference.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return scheme.first?.isLetter == true && reference[scheme.endIndex...].first == ":"
    }

    /// Scheme and host of a base; empty for a relative one.
    private static func origin(_ base: Substring) -> String {
        guard isAbsolute(String(base)), let mark = base.firstRange(of: "//") else { return "" }
        return String(base[..<(base[mark.upperBound...].firstIndex(of: "/") ?? base.endIndex)])
    }
}

extension Substring {
    fileprivate func firstRange(of mark: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(mark) }.map { $0..<index($0, offsetBy: mark.count) }
    }
}
