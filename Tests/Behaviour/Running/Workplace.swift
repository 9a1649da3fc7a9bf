import Foundation
import Testing

/// A folder of one scene's own in which the tools are run, gone when the scene is.
final class Workplace {
    /// Where the tools run, and all that they see.
    let path: String
    /// The folder for files of the tests themselves, next to the workplace.
    let aside: String
    private let base: String

    init() throws {
        let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        base = temporary.appending(path: "mosaic-behaviour-\(UUID().uuidString)").path
        (path, aside) = (base + "/work", base + "/aside")
        for folder in [path, aside] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: base) }

    /// Runs a tool to its end.
    func run(
        _ arguments: [String], environment: [String: String] = [:], input: String? = nil
    ) throws -> ChildProcess.Outcome {
        try ChildProcess.run(
            Tool.url(), arguments, in: path, logs: aside, environment: environment, input: input)
    }

    /// Starts a tool.
    func start(
        _ arguments: [String], environment: [String: String] = [:], isFed: Bool = false
    ) throws -> ChildProcess {
        try ChildProcess(
            Tool.url(), arguments, in: path, logs: aside, environment: environment, isFed: isFed)
    }

    // MARK: Files

    func path(_ name: String) -> String { path + "/" + name }

    func holds(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func read(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

    func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

    /// Writes a file as old as all others that the net writes, so that its time can be pinned.
    func write(_ bytes: Data, to name: String, modified: TimeInterval = 1_600_000_000) throws {
        let url = URL(filePath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
        let date = Date(timeIntervalSince1970: modified)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
    }

    func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    /// Paths of all files below a folder, relative to it and sorted; hidden ones, too.
    func files(below folder: String) throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: path(folder))
        return paths.filter { name in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: path(folder + "/" + name), isDirectory: &isFolder)
            return exists && !isFolder.boolValue
        }.sorted()
    }

    // MARK: Screenshots

    /// Puts chapters into a folder, chapter n at n times 10 seconds.
    func draw(_ chapters: ClosedRange<Int>, in folder: String = "shots", variant: Int = 0) throws {
        for chapter in chapters { try draw(chapter: chapter, in: folder, variant: variant) }
    }

    func draw(chapter: Int, in folder: String = "shots", variant: Int = 0) throws {
        let picture = DrawnPicture(number: chapter + 100 * variant)
        // Another picture under the same name is told from the first by its time.
        try write(
            picture.jpeg, to: "\(folder)/ch\(chapter)_\(10 * chapter)s.jpg",
            modified: 1_600_000_000 + 60 * TimeInterval(variant))
    }
}
