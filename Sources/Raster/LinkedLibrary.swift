import CCodecs

/// A C library that this program is linked with.
package struct LinkedLibrary: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let version: String

    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }

    /// The libraries that read, write and scale pictures.
    package static var codecs: [LinkedLibrary] {
        let zimg = czimg_linked_version()
        return [
            LinkedLibrary(name: "libjpeg-turbo", version: unsafe String(cString: codec_jpeg_version())),
            LinkedLibrary(name: "libpng", version: unsafe String(cString: codec_png_version())),
            LinkedLibrary(name: "zimg", version: "\(zimg.major).\(zimg.minor).\(zimg.micro)"),
        ]
    }

    package var description: String { "\(name) \(version)" }
}
