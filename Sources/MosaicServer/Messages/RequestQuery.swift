import Mosaic

/// The query parameters of a request. A parameter may occur only once.
struct RequestQuery: Sendable {
    private let text: String

    /// Creates the query from the text after the question mark; `nil` if there is none.
    init(_ text: String?) { self.text = text ?? "" }

    /// The value of a parameter, with plus signs as spaces, as forms send them. `nil` if the parameter is missing or
    /// empty, as forms send fields that were not filled in.
    ///
    /// - Throws: `invalidRequest` if the parameter occurs twice, cannot be decoded or contains NUL.
    func text(_ name: String) throws(RequestError) -> String? {
        guard text.utf8.split(separator: UInt8(ascii: "&")).contains(where: { Self.isNamed($0, name) }) else {
            return nil
        }
        let text = text.utf8.contains(UInt8(ascii: "+")) ? text.replacing("+", with: "%20") : text
        guard let value = QueryValues.only(name, in: text) else {
            throw RequestError(.invalidRequest, "\(name) is there twice or cannot be decoded.")
        }
        guard !value.unicodeScalars.contains("\0") else { throw RequestError(.invalidRequest, "\(name) holds NUL.") }
        return value.isEmpty ? nil : value
    }

    /// The value of a parameter as a whole number within `range`; `nil` if the parameter is missing.
    ///
    /// - Throws: `invalidRequest`.
    func number(_ name: String, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw RequestError(
                .invalidRequest,
                "\(name) takes a whole number, \(range.lowerBound) to \(range.upperBound), not '\(text.prefix(40))'.")
        }
        return number
    }

    /// The value of a parameter as a case of `Choice`; `nil` if the parameter is missing.
    ///
    /// - Throws: `invalidRequest`.
    func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(RequestError) -> Choice?
    where Choice.RawValue == String {
        guard let text = try text(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestError(.invalidRequest, "\(name) takes one of \(words), not '\(text.prefix(40))'.")
        }
        return choice
    }

    /// Whether a parameter is `true`; `false` if the parameter is missing.
    ///
    /// - Throws: `invalidRequest` for any value but `true` and `false`.
    func isSet(_ name: String) throws(RequestError) -> Bool {
        switch try text(name) {
        case nil, "false": return false
        case "true": return true
        default: throw RequestError(.invalidRequest, "\(name) takes true or false.")
        }
    }

    /// Refuses parameters with names that are not in `names`.
    ///
    /// - Throws: `invalidRequest` naming the first one.
    func refuse(allBut names: [String]) throws(RequestError) {
        for pair in text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
            let name = PercentEncoding.decoded(pair.prefix { $0 != UInt8(ascii: "=") })
            if let name, names.contains(name) { continue }
            let words = names.isEmpty ? "none" : names.joined(separator: ", ")
            let given = name.map { String($0.prefix(40)) } ?? "A name that cannot be decoded"
            throw RequestError(.invalidRequest, "\(given) is not a parameter here; the parameters are \(words).")
        }
    }

    private static func isNamed(_ pair: Substring.UTF8View, _ name: String) -> Bool {
        PercentEncoding.decoded(pair.prefix { $0 != UInt8(ascii: "=") }) == name
    }
}

extension RequestError {
    /// The error for a parameter `t` that is not a time.
    static func time(_ text: String) -> RequestError {
        RequestError(
            .invalidRequest, "t takes seconds (83.5), 1:23.5 or hh:mm:ss.mmm, not '\(text.prefix(40))'.")
    }
}
