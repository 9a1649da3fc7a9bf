import MosaicSystem
import Raster

/// The tile for screenshots without a picture; made at first use, because it is rarely needed.
struct PlaceholderTile {
    private let make: () throws -> MadeTile
    private var made: MadeTile?

    init(making make: @escaping () throws -> MadeTile) { self.make = make }

    init(of settings: TileSettings, by makers: TileMakerPool) {
        self.init {
            let maker = try makers.take(for: settings)
            let tile = try maker.placeholder()
            makers.giveBack(maker)
            return tile
        }
    }

    /// - Throws: `ImageError` with `invalidSettings`, `outOfMemory`.
    mutating func tile() async throws -> MadeTile {
        if let made { return made }
        let tile = try await PixelExecutor.shared.run { [make] in try make() }
        made = tile
        return tile
    }
}
