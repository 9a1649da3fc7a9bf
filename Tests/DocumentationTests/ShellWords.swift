/// The commands of a shell listing, as words: quotes, comments, continued lines, pipes and assignments are understood.
enum ShellWords {
    /// Each command's words, without assignments before it.
    static func commands(in listing: String) -> [[String]] {
        var (commands, words): ([[String]], [String]) = ([], [])
        var (word, quote): (String?, Character?) = (nil, nil)
        func end(command: Bool) {
            if let finished = word { words.append(finished) }
            word = nil
            guard command, !words.isEmpty else { return }
            commands.append(Array(words.drop { $0.contains(/^[A-Z_]+=/) }))
            words = []
        }
        var rest = listing.replacing("\\\n", with: " ")[...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
                continue
            }
            switch character {
            case "'", "\"":
                quote = character
                word = word ?? ""
            case "#" where word == nil: rest = rest.drop { $0 != "\n" }
            case "\n", "|", ";", "&": end(command: true)
            case "<", ">":
                // The file that an output or input is led to is no argument.
                end(command: false)
                rest = rest.drop { $0 == " " }.drop { !$0.isWhitespace }
            case " ": end(command: false)
            default: word = (word ?? "") + String(character)
            }
        }
        end(command: true)
        return commands
    }
}
