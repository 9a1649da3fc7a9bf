/// The version of `mosaic` and of the programs that belong to it.
package enum ToolVersion {
    package static let current = "0.1.0"
}
