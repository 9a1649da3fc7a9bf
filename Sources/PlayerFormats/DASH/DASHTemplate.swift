/// The template of a segment's URL: identifiers between dollars.
///
/// [ISO/IEC 23009-1, 5.3.9.4.4: template-based segment URL construction]
/// (https://www.iso.org/standard/83314.html)
enum DASHTemplate {
    /// Puts number and time of a segment into a template; identifiers that are not known stay.
    static func expanded(_ template: String, number: Int, time: Int) -> String {
        mapped(template) { name, width in
            switch name {
            case "": "$"
            case "Number": padded(number, to: width)
            case "Time": padded(time, to: width)
            default: nil
            }
        }
    }

    /// Puts what a representation knows into a template; the identifiers of segments stay.
    static func resolved(_ template: String, id: String, bandwidth: Int?) -> String {
        mapped(template) { name, width in
            switch name {
            case "RepresentationID": escaped(id)
            case "Bandwidth": bandwidth.map { padded($0, to: width) }
            default: nil
            }
        }
    }

    /// Text that says nothing to a template.
    static func escaped(_ text: String) -> String {
        text.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
    }

    private static func mapped(_ template: String, _ value: (_ name: String, _ width: Int) -> String?) -> String {
        var result = ""
        let parts = template.split(separator: "$", omittingEmptySubsequences: false)
        // Identifiers are the second, fourth … part.
        for (place, part) in parts.enumerated() {
            guard place % 2 == 1 else {
                result += part
                continue
            }
            let fields = part.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
            let width = fields.count > 1 ? width(fields[1]) : 1
            let replaced = width.flatMap { value(String(fields[0]), $0) }
            // An identifier without its second dollar is text.
            if place < parts.count - 1 { result += replaced ?? "$\(part)$" } else { result += "$\(part)" }
        }
        return result
    }

    /// The number in `05d`, 1...20.
    private static func width(_ format: Substring) -> Int? {
        guard format.last == "d", format.first == "0" else { return nil }
        return WholeNumber.parse(format.dropLast().utf8).flatMap { (1...20).contains($0) ? $0 : nil }
    }

    private static func padded(_ value: Int, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
