/// An element of a small XML document; attributes and namespaces are dropped.
struct XMLElement: Hashable {
    /// The name without its namespace's prefix.
    let name: String
    /// The text directly in it, joined.
    var text = ""
    /// The elements directly in it, in order.
    var children: [XMLElement] = []

    /// The text of the first child of a name.
    subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }
}

/// The reason why text is not XML that is read here.
struct XMLError: Error, Hashable {
    /// Bytes from the document's start.
    let offset: Int
    /// One sentence.
    let reason: String
}
