/// Facts that some clients expect as they are, and others as `data` beside a success flag.
struct WrappedFacts<Facts: Encodable>: Encodable {
    let facts: Facts

    private enum CodingKeys: String, CodingKey {
        case success, data
    }

    func encode(to encoder: any Encoder) throws {
        try facts.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(true, forKey: .success)
        try container.encode(facts, forKey: .data)
    }
}
