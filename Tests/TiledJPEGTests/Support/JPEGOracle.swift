import CJPEGOracle
import OracleJPEG

/// libjpeg's view of a JPEG, by way of a C target that only tests link.
enum JPEGOracle {
    /// The quantized coefficients of one component.
    struct Component: Equatable {
        /// Blocks, rounded up to whole MCUs.
        let across: Int
        let down: Int
        /// 64 numbers a block, row by row.
        let coefficients: [Int16]

        func block(_ x: Int, _ y: Int) -> ArraySlice<Int16> {
            let start = (y * across + x) * 64
            return coefficients[start..<start + 64]
        }
    }

    struct Coefficients: Equatable {
        let width: Int
        let height: Int
        let components: [Component]
        /// How often libjpeg found something to forgive.
        let warnings: Int
    }

    struct Pixels: Equatable {
        let width: Int
        let height: Int
        /// 3 bytes a pixel.
        let rgb: [UInt8]
        let warnings: Int
    }

    static func encode(_ recipe: CJPEGOracleRecipe, _ samples: [UInt8], comment: String?) -> [UInt8] {
        func run(_ comment: UnsafePointer<CChar>?) -> [UInt8] {
            var recipe = recipe
            recipe.comment = comment
            return recipe.encoded(samples)
        }
        return comment.map { $0.withCString(run) } ?? run(nil)
    }

    /// Nil where libjpeg gives up.
    static func coefficients(of jpeg: [UInt8]) -> Coefficients? {
        var result = CJPEGOracleCoefficients()
        guard cjpegoracle_read_coefficients(jpeg, jpeg.count, &result) == 1 else { return nil }
        defer { cjpegoracle_free_coefficients(&result) }
        let across = result.blocks_across
        let down = result.blocks_down
        let blocks = result.blocks
        let all = [
            (across.0, down.0, blocks.0), (across.1, down.1, blocks.1), (across.2, down.2, blocks.2),
            (across.3, down.3, blocks.3),
        ]
        let components = all.prefix(Int(result.components)).map { across, down, blocks in
            Component(
                across: Int(across), down: Int(down),
                coefficients: Array(UnsafeBufferPointer(start: blocks, count: Int(across) * Int(down) * 64)))
        }
        return Coefficients(
            width: Int(result.width), height: Int(result.height), components: components, warnings: result.warnings)
    }

    /// Nil where libjpeg gives up.
    static func pixels(of jpeg: [UInt8], fancyUpsampling: Bool = true) -> Pixels? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var width: Int32 = 0
        var height: Int32 = 0
        var warnings = 0
        guard cjpegoracle_decode(jpeg, jpeg.count, fancyUpsampling ? 1 : 0, &bytes, &width, &height, &warnings) == 1
        else { return nil }
        defer { cjpegoracle_free(bytes) }
        let rgb = Array(UnsafeBufferPointer(start: bytes, count: Int(width) * Int(height) * 3))
        return Pixels(width: Int(width), height: Int(height), rgb: rgb, warnings: warnings)
    }
}
