import Foundation

/// Folders that processes of `mosaic` read and write.
final class StartedPrograms {
    /// The path of the program.
    let mosaic: String
    private let screenshots: BenchScreenshots
    private let scratch: ScratchFolder
    private var outputs = 0

    init(_ screenshots: BenchScreenshots) throws {
        mosaic = try ChildProcess.mosaic()
        self.screenshots = screenshots
        scratch = try ScratchFolder()
    }

    /// A folder of links to the first screenshots.
    func folder(of count: Int) throws -> String {
        let folder = "\(scratch.path)/shots-\(count)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for path in screenshots.paths.prefix(count) {
            // Links need the whole path.
            let file = URL(fileURLWithPath: path)
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(file.lastPathComponent)", withDestinationPath: file.path)
        }
        return folder
    }

    /// A folder that does not exist yet.
    func out() -> String {
        outputs += 1
        return "\(scratch.path)/out-\(outputs)"
    }
}
