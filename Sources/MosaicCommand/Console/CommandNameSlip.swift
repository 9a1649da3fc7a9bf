/// A first argument that is no command's name, and the name that was probably meant.
struct CommandNameSlip: CustomStringConvertible {
    private let given: String
    private let meant: String

    /// Nil where the first argument is an option or a name, or like none.
    init?(_ arguments: [String], among names: [String]) {
        guard let given = arguments.first, !given.hasPrefix("-"), given.count <= 32, !names.contains(given) else {
            return nil
        }
        let lowercased = given.lowercased()
        let distances = names.map { (name: $0, distance: Self.distance(from: lowercased, to: $0)) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }),
            nearest.distance <= max(1, nearest.name.count / 3)
        else { return nil }
        (self.given, meant) = (given, nearest.name)
    }

    var description: String { "There is no command '\(given)'; did you mean 'mosaic \(meant)'?" }

    /// How many letters have to be added, left out, changed or exchanged with their neighbour.
    private static func distance(from first: String, to second: String) -> Int {
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
}
