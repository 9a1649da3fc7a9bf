import Foundation

/// A text table with aligned columns.
package struct TextTable {
    /// A column of the table.
    package struct Column {
        let title: String
        let isNumber: Bool
        let isCut: Bool

        /// - Parameters:
        ///   - isNumber: Whether the column is aligned right.
        ///   - isCut: Whether the column is cut if the terminal is too narrow.
        package init(_ title: String, isNumber: Bool = false, isCut: Bool = false) {
            self.title = title
            self.isNumber = isNumber
            self.isCut = isCut
        }
    }

    /// Minimum width of a cut column, in columns of the terminal.
    private static let narrowest = 8
    private static let gap = "  "

    private let columns: [Column]
    private var rows: [[String]]

    package init(_ columns: [Column]) {
        self.columns = columns
        rows = [columns.map(\.title)]
    }

    /// Adds a row with one cell for each column; nil becomes a dash.
    package mutating func add(_ cells: [String?]) {
        rows.append(cells.map { TerminalText.harmless($0 ?? "-") })
    }

    /// The lines of the table.
    ///
    /// - Parameter width: Maximum width in columns of the terminal, as far as columns can be cut; nil cuts nothing.
    package func lines(width: Int? = nil) -> [String] {
        var widths = columns.indices.map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
        if let width {
            var excess = widths.reduce(0, +) + Self.gap.count * (columns.count - 1) - width
            for column in columns.indices where columns[column].isCut && excess > 0 {
                let kept = max(min(Self.narrowest, widths[column]), widths[column] - excess)
                excess -= widths[column] - kept
                widths[column] = kept
            }
        }
        return rows.map { row in
            let cells = columns.indices.map { cell(row[$0], columns[$0], widths[$0]) }
            let line = cells.joined(separator: Self.gap)
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Prints the lines, cut to the width of the terminal on standard output, if there is one.
    package func print() {
        for line in lines(width: Self.terminalWidth) { Swift.print(line) }
    }

    private func cell(_ text: String, _ column: Column, _ width: Int) -> String {
        let text = TerminalText.cut(text, to: width)
        let blank = String(repeating: " ", count: max(0, width - TerminalText.width(text)))
        return column.isNumber ? blank + text : text + blank
    }

    /// Width of the terminal on standard output, in columns; `nil` if standard output is not a terminal or its width is
    /// unknown.
    private static var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
