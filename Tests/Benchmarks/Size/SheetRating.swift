import Foundation

/// Bytes of sheets by several encoders, and their similarity to the pixels.
struct SheetRating: Decodable {
    /// An encoder at a quality.
    struct Point: Decodable {
        let encoder: String
        let quality: Int
        /// Of all sheets.
        let bytes: Double
        /// By metric, the mean of all sheets; a larger score is better.
        let scores: [String: Double]
    }

    let points: [Point]
    /// In the order in which they are printed.
    let metrics: [String]
    let notes: [String]

    /// In the order in which they are printed.
    var encoders: [String] { points.map(\.encoder).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

    func point(_ encoder: String, _ quality: Int) -> Point? {
        points.first { $0.encoder == encoder && $0.quality == quality }
    }

    /// Bytes of an encoder at the score of a point, interpolated between qualities; `nil` if no quality, or every
    /// one, reaches that score.
    func bytes(of encoder: String, _ metric: String, as point: Point) -> Double? {
        guard let wanted = point.scores[metric] else { return nil }
        let curve = points.filter { $0.encoder == encoder }.sorted { $0.bytes < $1.bytes }
            .compactMap { point in point.scores[metric].map { (score: $0, bytes: log(point.bytes)) } }
        for (low, high) in zip(curve, curve.dropFirst()) where low.score <= wanted && wanted < high.score {
            return exp(low.bytes + (high.bytes - low.bytes) * (wanted - low.score) / (high.score - low.score))
        }
        return nil
    }

    static func text(_ score: Double) -> String { String((score * 100).rounded() / 100) }
}
