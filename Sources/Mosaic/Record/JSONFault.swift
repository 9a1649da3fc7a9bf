/// A fault of a JSON document, and the key where it is.
struct JSONFault: Error, Hashable {
    /// Keys, and positions in arrays, from the outermost to the innermost.
    private(set) var path: [String] = []
    /// One sentence.
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }

    /// The same fault seen from the enclosing object or array.
    func under(_ key: String) -> JSONFault {
        var fault = self
        fault.path.insert(key, at: 0)
        return fault
    }

    /// Key and sentence in one.
    var description: String { path.isEmpty ? sentence : "\(path.joined(separator: ".")): \(sentence)" }
}
