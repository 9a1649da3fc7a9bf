import Foundation
import Testing

/// The diagram of modules in CONTRIBUTING, and the targets of `Package.swift`.
struct ModuleDiagramTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    private static func text(_ file: String) throws -> String {
        try String(contentsOf: root.appending(path: file), encoding: .utf8)
    }

    /// The modules of each row, from the top.
    private static func rows() throws -> [Set<String>] {
        let page = try text("CONTRIBUTING.md")
        let heading = try #require(page.range(of: "## Where things live"))
        let block = try #require(page[heading.upperBound...].firstMatch(of: /```\n([^`]+)```/))
        return block.1.split(separator: "\n").map { line in
            // Behind its modules a row says what they are for.
            Set(
                line.split(separator: " ").map(String.init)
                    .filter { word in word.allSatisfy(\.isLetter) && isModule(word) })
        }
    }

    private static func isModule(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: "Sources/\(name)").path)
    }

    /// Each target of `Sources` with the targets that it depends on.
    private static func targets() throws -> [String: Set<String>] {
        var targets: [String: Set<String>] = [:]
        let manifest = try text("Package.swift")
        let declaration = /\n {8}\.(?:target|executableTarget|systemLibrary)\(\s*name: "(\w+)"/
        let matches = manifest.matches(of: declaration)
        for (position, match) in matches.enumerated() {
            let end = position + 1 < matches.count ? matches[position + 1].range.lowerBound : manifest.endIndex
            let body = manifest[match.range.upperBound..<end]
            let list = body.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
            targets[String(match.1)] = Set(list.matches(of: /"(\w+)"/).map { String($0.1) }.filter(isModule))
        }
        return targets
    }

    @Test func `every module stands in one row of the diagram`() throws {
        let names = try Self.rows().flatMap(\.self)
        #expect(Set(names).count == names.count)
        let targets = try Set(Self.targets().keys)
        #expect(targets.isSubset(of: names), "missing: \(targets.subtracting(names))")
        #expect(targets.count > 20)
    }

    @Test func `a module imports only modules of rows below its own`() throws {
        let rows = try Self.rows()
        func row(_ module: String) -> Int? { rows.firstIndex { $0.contains(module) } }
        for (module, imports) in try Self.targets() {
            let own = try #require(row(module), "\(module)")
            for other in imports {
                #expect(try #require(row(other), "\(other)") > own, "\(module) imports \(other)")
            }
        }
    }

    @Test func `the server reaches files through the library alone`() throws {
        let imports = try #require(try Self.targets()["MosaicServer"])
        #expect(imports.contains("MosaicLibrary") && !imports.contains("MosaicSystem"))
        let call = /import MosaicSystem|\b(FileManager|FileHandle|O_RDONLY|O_WRONLY|realpath|fsync|(l|f)?stat\()/
        let folder = Self.root.appending(path: "Sources/MosaicServer")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 50)
        for file in files {
            let found = try Self.text("Sources/MosaicServer/\(file)").firstMatch(of: call)
            #expect(found == nil, "\(file): \(found?.0 ?? "")")
        }
    }

    @Test func `only the player's side comes with URLSession`() throws {
        let targets = try Self.targets()
        func withURLSession(_ module: String) -> Bool {
            module == "ScrubPreview" || targets[module, default: []].contains(where: withURLSession)
        }
        #expect(Set(targets.keys.filter(withURLSession)) == ["ScrubPreview", "AssetThumbnailsCompatibility"])
        let sources = Self.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let importing = try files.compactMap { $0 as? URL }.filter { file in
            try file.pathExtension == "swift"
                && String(contentsOf: file, encoding: .utf8).contains("import FoundationNetworking")
        }
        #expect(!importing.isEmpty)
        #expect(importing.allSatisfy { $0.path.contains("/Sources/ScrubPreview/") }, "\(importing)")
    }

    @Test func `modules of the player's side import nothing that only Linux has`() throws {
        let targets = try Self.targets()
        func below(_ module: String) -> Set<String> {
            targets[module, default: []].reduce([module]) { $0.union(below($1)) }
        }
        let modules = ["ScrubPreview", "WebVTT", "TiledJPEG"].reduce(into: Set()) { $0.formUnion(below($1)) }
        for module in modules.sorted() {
            let folder = Self.root.appending(path: "Sources/\(module)").path
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            #expect(!files.isEmpty)
            for file in files {
                let imports = try Self.unconditionalImports(of: Self.text("Sources/\(module)/\(file)"))
                #expect(imports.isSubset(of: modules.union(["Foundation"])), "\(module)/\(file): \(imports)")
            }
        }
    }

    /// The modules that a file imports outside of `#if`.
    private static func unconditionalImports(of text: String) -> Set<String> {
        var (imports, depth): (Set<String>, Int) = ([], 0)
        for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
            if line.hasPrefix("#if") { depth += 1 }
            if line.hasPrefix("#endif") { depth -= 1 }
            if depth == 0, let match = line.firstMatch(of: /^(?:@\w+ )*(?:(?:public|package) )?import (\w+)/) {
                imports.insert(String(match.1))
            }
        }
        return imports
    }
}
