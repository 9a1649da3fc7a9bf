import Foundation

/// The sheets that a track names: each address once, each spelling of it resolved once.
struct SheetList {
    private let base: URL
    private(set) var urls: [URL] = []
    private var spellings: [String: Int?] = [:]
    private var positions: [URL: Int] = [:]

    init(base: URL) {
        self.base = base
    }

    /// The position in `urls` of an address in the file; nil for invalid ones.
    mutating func index(of text: String) -> Int? {
        if let index = spellings[text] { return index }
        let index = URL(string: text, relativeTo: base).map { position(of: $0.absoluteURL) }
        spellings[text] = .some(index)
        return index
    }

    private mutating func position(of url: URL) -> Int {
        if let position = positions[url] { return position }
        positions[url] = urls.count
        urls.append(url)
        return urls.count - 1
    }
}
