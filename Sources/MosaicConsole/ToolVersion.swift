/// The version of `mosaic` and its companion programs.
package enum ToolVersion {
    package static let current = "0.1.0"
}
