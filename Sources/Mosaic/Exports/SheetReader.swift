package import TiledJPEG

/// Reads the published sheets of storyboards, for exports, which move their bytes.
package protocol SheetReader: Sendable {
    /// A sheet as restart segments.
    ///
    /// - Parameters:
    ///   - number: The sheet's position in the storyboard, from 0.
    ///   - member: The storyboard that has it.
    /// - Throws: `unsupported` for a PNG sheet, `malformed`, `unavailable` where it is not there.
    func sheet(_ number: Int, of member: StoryboardSet.Member) async throws -> RestartGrid
}
