/// Paths as the file system reads them: cut at every slash, also where a combining mark behind it makes both one character.
enum FolderPath {
    /// The folder that a path lies in; empty where that is the working folder.
    static func parent(of path: String) -> String {
        let slash = UInt8(ascii: "/")
        var rest = path.utf8[...]
        while rest.last == slash { rest.removeLast() }
        while let last = rest.last, last != slash { rest.removeLast() }
        // A slash at the front is a folder of its own.
        while rest.last == slash, rest.count > 1 { rest.removeLast() }
        return String(Substring(rest))
    }
}
