import Foundation
import Raster
import TiledJPEG

/// Encoders of the same pixels, each at several qualities.
struct SizeContest {
    /// The default of `compose`.
    static let quality = 80
    /// Qualities of today's tables whose scores others have to reach.
    private static let targets = [50, quality, 90]
    /// The same, about which ours are encoded.
    private static let own = [46, 54, 76, 80, 84, 88, 92]
    private static let others = [66, 72, 78, 84, 90]

    private let reference: SizeReference
    private let scratch: ScratchFolder

    /// Encodes ours.
    init(_ reference: SizeReference) throws {
        self.reference = reference
        scratch = try ScratchFolder()
        try write(reference.rgb, "reference.rgb")
        for (tables, qualities) in [(TableSet.annexK, Self.targets), (.newest, Self.own)] {
            for quality in qualities {
                for (number, sheet) in try reference.sheets(tables, quality: quality).enumerated() {
                    try write(sheet, "\(tables.rawValue)-\(quality)-\(number).jpg")
                }
            }
        }
    }

    /// Arguments of a Python program.
    private struct Job: Encodable {
        let tile: [Int]
        let columns: Int
        let rows: Int
        let sheets: Int
        let own: [String: [Int]]
        let others: [Int]
    }

    func sections() throws -> [BenchReport.Section] {
        let title = "Bytes at equal quality: \(reference.name)"
        guard let python = Python.path(importing: "ssimulacra2, scipy, PIL, pyvips") else {
            let note = "python3 with ssimulacra2, scipy, Pillow and pyvips is missing; .ci/python pictures installs it."
            return [BenchReport.Section(title: title, rows: [], notes: [note])]
        }
        let job = Job(
            tile: [reference.tile.width, reference.tile.height], columns: SizeReference.columns,
            rows: SizeReference.rows, sheets: reference.sheets,
            own: [TableSet.annexK.rawValue: Self.targets, TableSet.newest.rawValue: Self.own], others: Self.others)
        try write(Array(JSONEncoder().encode(job)), "job.json")
        try write(Array(SheetRating.script.utf8), "rate.py")
        let run = try ChildProcess.run(
            [python, scratch.path + "/rate.py", scratch.path], environment: ["OMP_NUM_THREADS": "1"], isSilent: false)
        let rating = try JSONDecoder().decode(SheetRating.self, from: Data(run.output))
        return [BenchReport.Section(title: title, rows: rows(rating), notes: rating.notes)]
    }

    private func rows(_ rating: SheetRating) -> [Measurement] {
        let (today, ours) = (TableSet.annexK.rawValue, TableSet.newest.rawValue)
        let metrics = rating.metrics
        var rows = metrics.flatMap { metric in
            rating.encoders.filter { $0 != today }.map { encoder in
                row(rating, metric, encoder, at: Self.quality, isWanted: metric == metrics.first && encoder == ours)
            }
        }
        rows += [50, 90].compactMap { quality in
            metrics.first.map { row(rating, $0, ours, at: quality, isWanted: false) }
        }
        for metric in metrics {
            guard let before = rating.point(today, Self.quality)?.scores[metric],
                let after = rating.point(ours, Self.quality)?.scores[metric]
            else { continue }
            rows.append(
                Measurement(
                    name: "\(metric) of \(ours) at \(Self.quality), less \(today)'s \(SheetRating.text(before))",
                    value: after - before, unit: ""))
        }
        return rows
    }

    /// Compares the bytes of an encoder at the score of today's tables.
    private func row(
        _ rating: SheetRating, _ metric: String, _ encoder: String, at quality: Int, isWanted: Bool
    ) -> Measurement {
        let tiles = Double(reference.sheets * SizeReference.columns * SizeReference.rows)
        let today = rating.point(TableSet.annexK.rawValue, quality)
        let bytes = today.flatMap { rating.bytes(of: encoder, metric, as: $0) }
        return Measurement(
            name: bytes == nil ? "\(metric): \(encoder), beyond the qualities tried" : "\(metric): \(encoder)",
            value: (bytes ?? 0) / tiles, unit: "bytes a tile", against: "annex-k at \(quality)",
            ratio: today.flatMap { today in bytes.map { $0 / today.bytes } },
            wanted: isWanted && bytes != nil ? .atMost(0.9) : nil)
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.path + "/" + name))
    }
}
