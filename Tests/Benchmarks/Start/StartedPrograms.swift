import Foundation

/// Folders that processes of `mosaic` read and write.
final class StartedPrograms {
    /// The path of the program.
    let mosaic: String
    private let screenshots: BenchScreenshots
    private let scratch: ScratchFolder
    private var outputs = 0

    /// - Parameter mosaic: The program's path; `nil` takes the one beside this program.
    init(_ screenshots: BenchScreenshots, mosaic: String? = nil) throws {
        self.mosaic = try mosaic ?? ChildProcess.mosaic()
        self.screenshots = screenshots
        scratch = try ScratchFolder()
    }

    /// A new folder of links to the first screenshots, and to them again where there are fewer.
    func folder(of count: Int) throws -> String {
        let folder = out()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try link(0..<count, into: folder)
        return folder
    }

    /// Adds links to screenshots by their numbers, ten seconds apart.
    func link(_ numbers: Range<Int>, into folder: String) throws {
        for number in numbers {
            // Links need the whole path.
            let file = URL(fileURLWithPath: screenshots.paths[number % screenshots.count])
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/ch\(number + 1)_\(number * 10)s.jpg", withDestinationPath: file.path)
        }
    }

    /// A folder that does not exist yet.
    func out() -> String {
        outputs += 1
        return "\(scratch.path)/out-\(outputs)"
    }
}
