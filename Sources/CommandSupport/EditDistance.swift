/// The edit distance between two words, used to suggest the word that was probably meant.
package enum EditDistance {
    /// Number of letters to insert, delete, replace or swap with their neighbour.
    package static func between(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
        var rows = [Array(0...second.count)]
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                let changed = rows[i][j] + (first[i] == second[j] ? 0 : 1)
                var least = min(row[j] + 1, rows[i][j + 1] + 1, changed)
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }

    /// The nearest name, regardless of case; `nil` if it differs in more than one letter and more than a third of its
    /// letters, or in every letter.
    package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        let word = word.lowercased()
        let distances = names.map { (name: $0, distance: between(word, $0.lowercased())) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }),
            nearest.distance <= max(1, nearest.name.count / 3), nearest.distance < max(word.count, nearest.name.count)
        else { return nil }
        return nearest.name
    }
}
