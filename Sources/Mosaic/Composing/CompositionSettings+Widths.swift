import Raster
import TiledJPEG

extension CompositionSettings {
    /// The widths of tiles in which a composition publishes further storyboards, in ascending order.
    ///
    /// - Parameter earlier: The publication whose widths are kept where the settings name none.
    func furtherWidths(after earlier: Storyboard?) -> [Int] {
        (furtherWidths ?? earlier?.widths ?? []).map { geometry.settledWidth($0, mcu: encoding.codec.cellUnit) }
            .sorted()
    }

    /// The widths of tiles that the settings name, the storyboard's own first.
    package var widths: [Int] {
        [geometry.tile?.width ?? geometry.width].compactMap(\.self) + (furtherWidths ?? [])
    }

    /// Whether a composition with these settings keeps the tile and grid sizes of an earlier one.
    package func keepsSizes(of earlier: Storyboard) -> Bool {
        geometry.accepts(earlier.geometry, mcu: encoding.codec.cellUnit)
    }

    /// Checks the further widths as far as they do not depend on the screenshots.
    ///
    /// - Throws: `invalidSettings`.
    func validateWidths() throws {
        let further = furtherWidths(after: nil)
        guard !further.isEmpty else { return }
        guard further.count < Storyboard.mostWidths else {
            throw Self.refusal("\(further.count + 1) widths are more than \(Storyboard.mostWidths).")
        }
        if let width = furtherWidths?.first(where: { !(1...GeometryRequest.largestSide).contains($0) }) {
            throw Self.refusal("A width of \(width) is not within 1...\(GeometryRequest.largestSide) pixels.")
        }
        guard geometry.tile == nil else {
            throw Self.refusal("A tile of a given size has one width; several follow from widths alone.")
        }
        let main = geometry.settledWidth(
            geometry.width ?? GeometryRequest.defaultWidth, mcu: encoding.codec.cellUnit)
        try Self.checkDistinct([main] + further)
        guard encoding.format == .jpeg else { throw Self.severalPNG }
    }

    /// Checks that no two widths are the same, because each names a folder.
    ///
    /// - Throws: `invalidSettings`.
    static func checkDistinct(_ widths: [Int]) throws {
        let sorted = widths.sorted()
        guard let (width, _) = zip(sorted, sorted.dropFirst()).first(where: { $0 == $1 }) else { return }
        throw refusal("Two widths give tiles \(width) wide; each width needs its own folder.")
    }

    /// Several widths of PNG sheets, whose tiles are too large to be kept.
    static var severalPNG: MosaicError { refusal("Sheets of PNG have one width; several need JPEG.") }

    private static func refusal(_ reason: String) -> MosaicError { MosaicError(.invalidSettings, "width", reason) }
}
