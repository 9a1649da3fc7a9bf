import GRDB

/// The condition that id or title contains some text.
struct TextSearch {
    /// The table from three characters in a row to the entries that contain them.
    static let index = "storyboard_text"

    /// A condition on rows of `storyboard`.
    let condition: String
    let arguments: StatementArguments

    /// Nil where no entry can contain the text.
    init?(_ text: String, hasIndex: Bool) {
        // SQLite's functions end a text at the first NUL; no id or readable title contains one.
        guard !text.utf8.contains(0) else { return nil }
        let wanted = String(decoding: text.utf8.map(Self.lowercased), as: UTF8.self)
        let holds = "(instr(lower(id), ?) > 0 OR instr(lower(title), ?) > 0)"
        let scalars = text.unicodeScalars
        guard hasIndex, scalars.count >= 3 else {
            (condition, arguments) = (holds, [wanted, wanted])
            return
        }
        // The index ignores the case of all scripts and may find too much, never too little; so does a part of a long
        // text, which costs less.
        let part = String(String.UnicodeScalarView(scalars.prefix(32)))
        let phrase =
            "\"" + part.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        condition = "number IN (SELECT rowid FROM \(Self.index) WHERE \(Self.index) MATCH ?) AND \(holds)"
        arguments = [phrase, wanted, wanted]
    }

    /// Creates the index where the system's SQLite can.
    static func makeIndex(in database: Database) throws {
        do {
            try database.execute(
                sql: """
                    CREATE VIRTUAL TABLE \(index) USING fts5 (
                        id, title, content = 'storyboard', content_rowid = 'number', tokenize = 'trigram'
                    )
                    """)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // SQLite has no FTS5, or is older than 3.34, which introduced trigrams.
            return
        }
        let add = "INSERT INTO \(index) (rowid, id, title) VALUES (new.number, new.id, new.title);"
        let drop = """
            INSERT INTO \(index) (\(index), rowid, id, title) VALUES ('delete', old.number, old.id, old.title);
            """
        try database.execute(
            sql: """
                CREATE TRIGGER storyboard_indexed AFTER INSERT ON storyboard BEGIN \(add) END;
                CREATE TRIGGER storyboard_reindexed AFTER UPDATE OF title ON storyboard
                    WHEN old.title IS NOT new.title BEGIN \(drop) \(add) END;
                CREATE TRIGGER storyboard_unindexed AFTER DELETE ON storyboard BEGIN \(drop) END;
                INSERT INTO \(index) (\(index)) VALUES ('rebuild');
                """)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
