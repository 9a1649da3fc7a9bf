#if os(Linux)
    import Foundation
    import MosaicFixtures
    import Testing

    /// The libraries of the tool.
    @Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
    struct LinkageTests {
        @Test func `the tool is linked with neither URLSession nor curl`() throws {
            let tool = URL(filePath: try #require(BuiltTool.path))
            let bytes = try Data(contentsOf: tool, options: .alwaysMapped)
            for name in ["libFoundationNetworking.so", "curl_easy_init"] {
                #expect(bytes.range(of: Data(name.utf8)) == nil, "\(name)")
            }
        }
    }
#endif
