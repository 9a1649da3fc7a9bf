import Foundation

/// Metrics of a server, without sentences.
enum DescribedServer {
    /// Metrics with their names, types and labels, sorted; without the one that depends on the machine's memory.
    static func metrics(_ text: String) -> [String] {
        var types: [String: String] = [:]
        var labels: [String: Set<String>] = [:]
        for line in text.split(separator: "\n") where !line.contains("mosaic_memory_purges_total") {
            let words = line.split(separator: " ")
            if line.hasPrefix("# TYPE "), words.count == 4 { types[String(words[2])] = String(words[3]) }
            guard !line.hasPrefix("#"), let sample = words.first else { continue }
            let name = String(sample.prefix { $0 != "{" })
            labels[name, default: []].formUnion(sample.matches(of: /(\w+)="/).map { String($0.1) })
        }
        return types.sorted { $0.key < $1.key }.map { "type \($0) \($1)" }
            + labels.sorted { $0.key < $1.key }.map { "sample \($0){\($1.sorted().joined(separator: ","))}" }
    }
}
