import GRDB

/// The condition that columns of a row contain some text.
struct TextSearch {
    /// A table whose texts are searched.
    struct Target {
        /// Its rows have the key `number`.
        let table: String
        let columns: [String]
        /// The columns that change while a row stays.
        let changing: [String]

        /// The table from three characters in a row to the rows that contain them.
        var index: String { table + "_text" }

        static let storyboards = Target(table: "storyboard", columns: ["id", "title"], changing: ["title"])
        static let videos = Target(table: "video", columns: ["file"], changing: [])
    }

    /// A condition on rows of the table.
    let condition: String
    let arguments: StatementArguments

    /// Nil where no row can contain the text.
    init?(_ text: String, in target: Target = .storyboards, hasIndex: Bool) {
        // SQLite's functions end a text at the first NUL; no id, name or readable title contains one.
        guard !text.utf8.contains(0) else { return nil }
        let wanted = String(decoding: text.utf8.map(Self.lowercased), as: UTF8.self)
        let holds = target.columns.map { "instr(lower(\($0)), ?) > 0" }.joined(separator: " OR ")
        let values = target.columns.map { _ in wanted }
        let scalars = text.unicodeScalars
        guard hasIndex, scalars.count >= 3 else {
            (condition, arguments) = ("(\(holds))", StatementArguments(values))
            return
        }
        // The index ignores the case of all scripts and may find too much, never too little; so does a part of a long
        // text, which costs less.
        let part = String(String.UnicodeScalarView(scalars.prefix(32)))
        let phrase =
            "\"" + part.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        condition = "number IN (SELECT rowid FROM \(target.index) WHERE \(target.index) MATCH ?) AND (\(holds))"
        arguments = StatementArguments([phrase] + values)
    }

    /// Creates the index of a table where the system's SQLite can.
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
            // SQLite has no FTS5, or is older than 3.34, which introduced trigrams.
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
