/// Where two texts differ, as `diff -u` shows it.
struct LineDifference: CustomStringConvertible {
    /// Changed lines that are shown at most, and lines around them.
    private static let longest = 60
    private static let context = 3

    private let name: String
    private let lines: [(mark: Character, text: String, number: Int)]

    init(of name: String, from old: String, to new: String) {
        self.name = name
        let (old, new) = (Self.split(old), Self.split(new))
        let difference = new.difference(from: old)
        let removed = Set(
            difference.removals.map { change in
                if case .remove(let offset, _, _) = change { offset } else { -1 }
            })
        let inserted = Set(
            difference.insertions.map { change in
                if case .insert(let offset, _, _) = change { offset } else { -1 }
            })
        var lines: [(Character, String, Int)] = []
        var (before, after) = (0, 0)
        while before < old.count || after < new.count {
            if before < old.count, removed.contains(before) {
                lines.append(("-", old[before], before + 1))
                before += 1
            } else if after < new.count, inserted.contains(after) {
                lines.append(("+", new[after], before + 1))
                after += 1
            } else {
                lines.append((" ", old[before], before + 1))
                (before, after) = (before + 1, after + 1)
            }
        }
        self.lines = lines
    }

    var description: String {
        let changed = lines.indices.filter { lines[$0].mark != " " }
        var shown: Set<Int> = []
        for place in changed.prefix(Self.longest) {
            shown.formUnion(place - Self.context...place + Self.context)
        }
        var text = "--- Expected/\(name)\n+++ now\n"
        var last = -1
        for place in lines.indices where shown.contains(place) {
            if place != last + 1 || last == -1 { text += "@@ line \(lines[place].number) @@\n" }
            text += "\(lines[place].mark)\(lines[place].text)\n"
            last = place
        }
        let rest = changed.count - Self.longest
        return rest > 0 ? text + "… and \(rest) more lines\n" : text
    }

    private static func split(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
