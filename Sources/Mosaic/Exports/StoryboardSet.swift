import TiledJPEG

/// The storyboards of one film: the same times at several widths.
package struct StoryboardSet: Hashable, Sendable {
    /// One of them and its folder.
    package struct Member: Hashable, Sendable {
        /// The width's folder below that of the storyboard, such as `160`; nil for the storyboard itself.
        package let folder: String?
        package let storyboard: Storyboard

        package init(folder: String?, storyboard: Storyboard) {
            self.folder = folder
            self.storyboard = storyboard
        }

        /// The path of one of its files below the storyboard's folder.
        package func path(of name: String) -> String { folder.map { "\($0)/\(name)" } ?? name }
    }

    /// The storyboard itself first, then further widths in ascending order.
    package let members: [Member]

    /// The storyboard itself.
    package var main: Storyboard { members[0].storyboard }

    /// A storyboard and its further widths, each of which lies in a folder that its tiles' width names.
    package init(_ main: Storyboard, further: [Storyboard] = []) {
        let others = further.sorted { $0.geometry.tile.width < $1.geometry.tile.width }
        members =
            [Member(folder: nil, storyboard: main)]
            + others.map { Member(folder: String($0.geometry.tile.width), storyboard: $0) }
    }
}
