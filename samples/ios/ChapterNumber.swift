import Foundation

/// The chapter that a screenshot's URL belongs to.
enum ChapterNumber {
    /// The number in `ch{number}_{seconds}s.jpg`, counted from 1; nil for a URL whose file has another name.
    static func of(_ url: String) -> Int? {
        guard let name = URL(string: url)?.lastPathComponent,
            let match = name.firstMatch(of: /ch(\d+)_\d+s\.jpg/), let number = Int(match.1), number > 0
        else { return nil }
        return number
    }
}
