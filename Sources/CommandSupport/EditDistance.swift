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

    /// The nearest name, regardless of case, among the names that differ in one letter or in at most a third of their
    /// letters, but not in every letter; `nil` if there is none.
    package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        let word = word.lowercased()
        let distances = names.compactMap { name -> (name: String, distance: Int)? in
            let most = min(max(1, name.count / 3), max(word.count, name.count) - 1)
            // Words are at least as far apart as their lengths.
            guard abs(word.count - name.count) <= most else { return nil }
            let distance = between(word, name.lowercased())
            return distance <= most ? (name, distance) : nil
        }
        return distances.min { $0.distance < $1.distance }?.name
    }
}
