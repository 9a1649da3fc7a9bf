public import TiledJPEG

extension PixelSize: Codable {
    private enum Key: String, CodingKey { case width, height }

    /// Reads `{"width", "height"}`; both sides 1...65 535.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height))
        guard (1...65_535).contains(width), (1...65_535).contains(height) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "A size of \(self) is not possible."))
        }
    }

    /// Writes `{"width", "height"}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
    }
}
