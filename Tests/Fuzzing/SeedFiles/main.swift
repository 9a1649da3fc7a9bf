import CJPEGOracle
import Foundation

// Small inputs for the fuzzer to begin with: JPEGs of every kind that a decoder may meet, or records of films.

struct Kind {
    var name: String
    var width = 24
    var height = 20
    var components = 3
    var sampling: (Int32, Int32) = (2, 2)
    var quality: Int32 = 60
    var interval: Int32 = 0
    var optimized = false
    var process = CJPEGOracleProcessBaseline
    var color = CJPEGOracleColorPlain

    func encoded() -> [UInt8] {
        var recipe = CJPEGOracleRecipe()
        recipe.width = Int32(width)
        recipe.height = Int32(height)
        recipe.components = Int32(components)
        recipe.horizontal = (sampling.0, 1, 1, sampling.0)
        recipe.vertical = (sampling.1, 1, 1, sampling.1)
        recipe.quality = quality
        recipe.restart_interval = interval
        recipe.optimized_tables = optimized ? 1 : 0
        recipe.process = process
        recipe.color = color
        var state: UInt32 = 1
        let samples = (0..<width * height * components).map { index in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: index / components * 3 + Int(state >> 27))
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        precondition(cjpegoracle_encode(&recipe, samples, &bytes, &count) == 1, "libjpeg refused \(name)")
        defer { cjpegoracle_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

let kinds = [
    Kind(name: "420"), Kind(name: "444", sampling: (1, 1), quality: 95), Kind(name: "422", sampling: (2, 1)),
    Kind(name: "440", sampling: (1, 2)), Kind(name: "gray", components: 1, sampling: (1, 1)),
    Kind(name: "one-pixel", width: 1, height: 1), Kind(name: "tables", optimized: true),
    Kind(name: "gray-tables", components: 1, sampling: (1, 1), quality: 100, optimized: true),
    Kind(name: "restart-1", interval: 1), Kind(name: "restart-3", sampling: (1, 1), interval: 3),
    Kind(name: "flat", quality: 1), Kind(name: "progressive", process: CJPEGOracleProcessProgressive),
    Kind(
        name: "gray-progressive", components: 1, sampling: (1, 1), interval: 2, process: CJPEGOracleProcessProgressive),
    Kind(name: "arithmetic", process: CJPEGOracleProcessArithmetic),
    Kind(name: "several-scans", process: CJPEGOracleProcessSeveralScans),
    Kind(name: "rgb", sampling: (1, 1), color: CJPEGOracleColorRGB),
]
let (target, folder) = (CommandLine.arguments[1], URL(fileURLWithPath: CommandLine.arguments[2]))
if target == "FilmRecordsFuzz" {
    for (name, bytes) in SeedRecords.inputs {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
} else {
    for kind in kinds {
        let bytes = kind.encoded()
        // The last byte is not the file's: it tells the target what to do with it.
        for control in [0, 1, 2, 0xC0] as [UInt8] {
            try Data(bytes + [control]).write(to: folder.appendingPathComponent("\(kind.name)-\(control)"))
        }
    }
}
