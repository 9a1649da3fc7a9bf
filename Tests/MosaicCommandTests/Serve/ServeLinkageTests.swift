#if os(Linux)
    import Foundation
    import MosaicFixtures
    import Testing

    /// What the executables are linked with.
    @Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
    struct ServeLinkageTests {
        /// Whether an executable beside `mosaic` names the library of URLSession or holds curl itself.
        private func speaksHTTPAsClient(_ name: String) throws -> Bool {
            let tool = URL(filePath: try #require(BuiltTool.path))
            let file = tool.deletingLastPathComponent().appending(path: name)
            let bytes = try Data(contentsOf: file, options: .alwaysMapped)
            return ["libFoundationNetworking.so", "curl_easy_init"].contains {
                bytes.range(of: Data($0.utf8)) != nil
            }
        }

        @Test func `only the doctor is linked with an HTTP client`() throws {
            #expect(try speaksHTTPAsClient("mosaic-doctor"))
            #expect(try !speaksHTTPAsClient("mosaic-serve"))
            #expect(try !speaksHTTPAsClient("mosaic"))
        }
    }
#endif
