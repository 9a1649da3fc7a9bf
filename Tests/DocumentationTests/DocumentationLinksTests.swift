import Foundation
import MosaicFixtures
import Testing
import TestSupport

/// Links of all pages, as GitHub shows them and as `.ci/links` gives them to DocC.
struct DocumentationLinksTests {
    private static let catalogs = [
        "Mosaic", "MosaicLibrary", "MosaicServer", "Raster", "ScrubPreview", "TiledJPEG", "YouTubeUploads",
    ]

    @Test(arguments: try DocumentedPage.all())
    func `a link leads to a file and a heading that exist`(path: String) throws {
        let page = try DocumentedPage(path)
        #expect(!page.text.contains("<doc:"), "GitHub does not show links of DocC")
        for link in page.links {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let file = parts[0].isEmpty ? path : "\((path as NSString).deletingLastPathComponent)/\(parts[0])"
            let target = (file as NSString).standardizingPath.trimmingCharacters(in: ["/"])
            #expect(
                FileManager.default.fileExists(atPath: DocumentedPage.root.appending(path: target).path), "\(link)")
            guard parts.count == 2, target.hasSuffix(".md") else { continue }
            #expect(try DocumentedPage(target).anchors.contains(parts[1]), "\(link)")
        }
    }

    @Test(arguments: ["Mosaic", "MosaicServer"])
    func `the landing page and README lead to every guide`(module: String) throws {
        let catalog = "Sources/\(module)/\(module).docc"
        let landing = try DocumentedPage("\(catalog)/\(module).md").links
        let readme = try DocumentedPage("README.md").links
        let folder = DocumentedPage.root.appending(path: catalog).path
        let guides = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".md") && $0 != "\(module).md" }
        #expect(guides.count > 6)
        for guide in guides {
            #expect(landing.contains(guide), "\(guide)")
            #expect(readme.contains("\(catalog)/\(guide)"), "\(guide)")
        }
    }

    @Test(arguments: catalogs)
    func `DocC gets links to pages and headings of its catalog`(module: String) throws {
        let folder = TemporaryFolder()
        let catalog = DocumentedPage.root.appending(path: "Sources/\(module)/\(module).docc").path
        let links = DocumentedPage.root.appending(path: ".ci/links").path
        #expect(try FinishedProgram(links, [catalog, folder.path("out")]).status == 0)
        for name in try folder.names(in: "out") where name.hasSuffix(".md") {
            let text = String(decoding: try folder.read("out/\(name)"), as: UTF8.self)
            #expect(!text.contains(/\]\([^)\s]*\.md[^)]*\)/), "\(name) has a link that DocC does not follow")
            #expect(!text.contains(/(?m)^```\w+ (run|output)$/), "\(name)")
            for link in text.matches(of: /doc:(\w*)(?:#([^)>]+))?[)>]/) {
                let page = link.1.isEmpty ? name : "\(link.1).md"
                #expect(try folder.names(in: "out").contains(page), "\(name): \(link.0)")
                guard let anchor = link.2 else { continue }
                let headings = String(decoding: try folder.read("out/\(page)"), as: UTF8.self)
                    .matches(of: /(?m)^#+ (.+)$/).map { $0.1.replacing(" ", with: "-") }
                #expect(headings.contains(anchor), "\(name): \(link.0)")
            }
        }
    }
}
