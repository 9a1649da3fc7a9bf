package import Foundation

extension URL {
    /// The file in errors: its name, or else the host; no path, no query, no credential.
    package var subjectName: String {
        let name = lastPathComponent
        let chosen = name.isEmpty || name == "/" ? host(percentEncoded: false) ?? "address" : name
        // A hostile name may be long or full of line ends.
        let printable = chosen.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) }
        return String(printable.prefix(80))
    }
}
