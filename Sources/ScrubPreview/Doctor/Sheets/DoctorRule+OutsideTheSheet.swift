import WebVTT

extension DoctorRule where Subject == [ExaminedSheet] {
    /// Rectangles that reach past their sheet.
    static var outsideTheSheet: Self {
        Self(
            "outside-the-sheet", .breaks,
            affected: "Every player shows an empty or cut tile.",
            fix: "Keep x + width and y + height within the sheet; look whether the track belongs to these sheets."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard let size = sheet.size else { continue }
                for tile in sheet.tiles {
                    // An empty rectangle is the business of the rule on those.
                    guard let fragment = tile.fragment, fragment.width > 0, fragment.height > 0,
                        !fragment.lies(within: size)
                    else { continue }
                    occurrences.note(
                        line: tile.line, "#\(fragment) reaches past the \(size) pixels of \(sheet.name).")
                }
            }
        }
    }
}
