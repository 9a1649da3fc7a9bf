import GRDB

/// An SQL condition: a column of the row contains a text.
struct TextSearch {
    /// A table with searchable columns.
    struct Target {
        /// Name of the table, whose rows have the key `number`.
        let table: String
        let columns: [String]
        /// The searchable columns whose values may change.
        let changing: [String]

        /// Name of the full-text index, which maps trigrams to rows.
        var index: String { table + "_text" }

        static let storyboards = Target(table: "storyboard", columns: ["id", "title"], changing: ["title"])
        static let videos = Target(table: "video", columns: ["file"], changing: [])
    }

    /// The condition on a row of the table.
    let condition: String
    let arguments: StatementArguments

    /// Nil if no row can contain the text.
    init?(_ text: String, in target: Target = .storyboards, hasIndex: Bool) {
        // SQLite's functions end a text at the first NUL; no id, name or valid title contains NUL.
        guard !text.utf8.contains(0) else { return nil }
        let wanted = String(decoding: text.utf8.map(Self.lowercased), as: UTF8.self)
        let holds = target.columns.map { "instr(lower(\($0)), ?) > 0" }.joined(separator: " OR ")
        let values = target.columns.map { _ in wanted }
        let scalars = text.unicodeScalars
        guard hasIndex, scalars.count >= 3 else {
            (condition, arguments) = ("(\(holds))", StatementArguments(values))
            return
        }
        // The index ignores the case of all scripts, so it may find more rows than contain the text, but not fewer. The
        // same holds for a prefix of a long text, which is cheaper to search.
        let part = String(String.UnicodeScalarView(scalars.prefix(32)))
        let phrase =
            "\"" + part.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        condition = "number IN (SELECT rowid FROM \(target.index) WHERE \(target.index) MATCH ?) AND (\(holds))"
        arguments = StatementArguments([phrase] + values)
    }

    /// Creates the index of a table if the system's SQLite supports it.
    static func makeIndex(of target: Target, in database: Database) throws {
        let (table, index, columns) = (target.table, target.index, target.columns.joined(separator: ", "))
        do {
            try database.execute(
                sql: """
                    CREATE VIRTUAL TABLE \(index) USING fts5 (
                        \(columns), content = '\(table)', content_rowid = 'number', tokenize = 'trigram'
                    )
                    """)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // SQLite has no FTS5, or is older than 3.34, the first version with trigrams.
            return
        }
        func values(_ row: String) -> String {
            (["number"] + target.columns).map { "\(row).\($0)" }.joined(separator: ", ")
        }
        let add = "INSERT INTO \(index) (rowid, \(columns)) VALUES (\(values("new")));"
        let drop = "INSERT INTO \(index) (\(index), rowid, \(columns)) VALUES ('delete', \(values("old")));"
        try database.execute(
            sql: """
                CREATE TRIGGER \(table)_indexed AFTER INSERT ON \(table) BEGIN \(add) END;
                CREATE TRIGGER \(table)_unindexed AFTER DELETE ON \(table) BEGIN \(drop) END;
                """)
        guard !target.changing.isEmpty else { return }
        let changes = target.changing.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
        try database.execute(
            sql: """
                CREATE TRIGGER \(table)_reindexed AFTER UPDATE OF \(target.changing.joined(separator: ", ")) ON \(table)
                    WHEN \(changes) BEGIN \(drop) \(add) END;
                """)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
