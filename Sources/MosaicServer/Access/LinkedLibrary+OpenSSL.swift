import CSignatures
package import Raster

extension LinkedLibrary {
    /// The library that checks signatures of tokens.
    package static var openSSL: LinkedLibrary {
        LinkedLibrary(name: "OpenSSL", version: String(cString: csignatures_library_version()))
    }
}
