import CCodecs
import Foundation
import Raster
import TiledJPEG

/// Cost of encoding by new tables, next to those of Annex K.
struct EncodingCost {
    private let reference: SizeReference
    private let rounds: Int

    init(_ reference: SizeReference, rounds: Int) {
        self.reference = reference
        self.rounds = rounds
    }

    func section() throws -> BenchReport.Section {
        let rgb = reference.rgb
        let stock = TilePlanes(rgb: rgb, tile: reference.tile)
        let encoders = try [TableSet.annexK, .newest].map { try TableSetEncoder($0, quality: SizeContest.quality) }
        let times = try Rounds(rounds, throwing: encoders.map { encoder in { try encoder.encode(stock) } })
        let name = TableSet.newest.rawValue
        var rows = [
            Measurement(
                name: "\(name), CPU", value: times.medians[1] / 1e6, unit: "ms", against: "annex-k",
                ratio: times.ratios[1], wanted: .atMost(1.05))
        ]
        let scratch = try ScratchFolder()
        let path = scratch.path + "/reference.rgb"
        try Data(rgb).write(to: URL(fileURLWithPath: path))
        if let before = try instructions(.annexK, path), let after = try instructions(.newest, path) {
            rows.append(
                Measurement(
                    name: "\(name), instructions", value: after / 1e6, unit: "million", against: "annex-k",
                    ratio: after / before, wanted: .atMost(1.05)))
        }
        return BenchReport.Section(title: "Encoding planes: \(reference.name)", rows: rows)
    }

    /// Instructions of the encoder alone, in a separate process; `nil` without valgrind.
    private func instructions(_ tables: TableSet, _ path: String) throws -> Double? {
        let arguments = ["size", "--pixels", path, "--tables", tables.rawValue, "--tile", "\(reference.tile)"]
        return try InstructionCount(of: ChildProcess.ownPath).callgrind(arguments, within: "codec_jpeg_writer_encode")
    }
}

/// The encoder of tiles alone, with a set of tables.
final class TableSetEncoder {
    private let writer: OpaquePointer

    init(_ tables: TableSet, quality: Int) throws {
        let made = tables.withCodecTables(quality: quality) { codec_jpeg_writer_create(&$0) }
        guard let writer = made else { throw ChildProcess.Failure(description: "There is no encoder.") }
        self.writer = writer
    }

    deinit { codec_jpeg_writer_destroy(writer) }

    func encode(_ stock: TilePlanes) throws {
        for planes in stock.tiles {
            var picture = CodecJPEGPicture()
            picture.width = Int32(planes.sizes[0].width)
            picture.height = Int32(planes.sizes[0].height)
            picture.chroma_span = 2
            picture.planes = (
                UnsafePointer(planes.start(of: 0)), UnsafePointer(planes.start(of: 1)),
                UnsafePointer(planes.start(of: 2))
            )
            picture.strides = (planes.strides[0], planes.strides[1], planes.strides[2])
            var bytes: UnsafePointer<UInt8>?
            var count = 0
            guard codec_jpeg_writer_encode(writer, &picture, &bytes, &count) == .done else {
                throw ChildProcess.Failure(description: "A tile could not be encoded.")
            }
        }
    }
}
