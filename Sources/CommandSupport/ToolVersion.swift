import CMosaicSystem
package import Raster

/// The version of `mosaic` and its companion programs.
package enum ToolVersion {
    /// Text of `--version`: the version alone in the first line, then the commit and each linked library.
    package static func text(with libraries: [LinkedLibrary] = []) -> String {
        ([MOSAIC_VERSION, "commit \(String(cString: ctoolversion_commit()))"]
            + (LinkedLibrary.codecs + libraries).map(\.description)).joined(separator: "\n")
    }
}
