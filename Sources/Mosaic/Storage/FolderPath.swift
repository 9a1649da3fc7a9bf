/// Splits paths at every slash byte, as the file system does; a `Character` may combine a slash with a following mark.
enum FolderPath {
    /// The folder that a path lies in; empty where that is the working folder.
    static func parent(of path: String) -> String {
        let slash = UInt8(ascii: "/")
        var rest = path.utf8[...]
        while rest.last == slash { rest.removeLast() }
        while let last = rest.last, last != slash { rest.removeLast() }
        // A slash at the front is the root folder.
        while rest.last == slash, rest.count > 1 { rest.removeLast() }
        return String(Substring(rest))
    }
}
