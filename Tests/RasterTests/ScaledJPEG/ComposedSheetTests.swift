import Foundation
import Raster
import Testing

/// A sheet that Mosaic wrote, with a quantizer for each component and its set of Huffman codes.
struct ComposedSheetTests {
    private static func sheet() throws -> [UInt8] {
        let folder = URL(filePath: #filePath).appending(path: "../../../../samples/composed").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return Array(try Data(contentsOf: try #require(files.first { $0.pathExtension == "jpg" })))
    }

    @Test func `a sheet is within one level of an exact transform at every scale`() throws {
        let sheet = try Self.sheet()
        let decoder = ScaledJPEGDecoder()
        for scale in JPEGScale.allCases {
            let exact = try #require(ExactTransform(sheet, scale))
            // Once with tables made in a hurry, once with thorough ones.
            let pictures = try (0..<2).map { _ in try decoder.decode([sheet], at: scale)[0].get() }
            for picture in pictures { #expect(exact.firstFault(in: picture) == nil, "\(scale)") }
            #expect(pictures[0] == pictures[1])
        }
    }
}
