import ArgumentParser
import Foundation
import Mosaic
import MosaicConsole
import MosaicLibrary

/// `mosaic submit`: a job for a worker.
struct SubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Submits a job: a storyboard of a folder, also of one that screenshots still arrive in.",
        discussion: """
            A worker or server that is at work in the library does it. The same again changes nothing; something else \
            for the same id begins anew, but other screenshots only with --adopt: the same ones at another path are no \
            others. The library is made where there is none.

            EXAMPLES
              mosaic submit story --data library --expect 12
              mosaic submit story --data library --chapters list.json --missing placeholder
              mosaic submit frames --data library --id film-7 --interval 10 --settle 0
              mosaic worker --data library --once
            """)

    @OptionGroup(title: "Source")
    var source: SourceOptions

    @OptionGroup
    var naming: NamingOptions

    @OptionGroup(title: "Library")
    var library: LibraryOptions

    @OptionGroup(title: "Arrival")
    var arrival: ArrivalOptions

    @OptionGroup(title: "Sheets")
    var sheets: SheetOptions

    @OptionGroup(title: "Track")
    var track: TrackOptions

    @OptionGroup
    var reading: ReadingOptions

    @Option(help: "How long superseded sheets stay: \(KeepTime.form).")
    var keepOld = KeepTime.day

    @Option(help: "interactive goes before batch, which gets one turn in \(JobPriority.batchShare) then.")
    var priority = JobPriority.batch

    @Flag(help: "Replace a storyboard that is made of another folder of screenshots, which is refused otherwise.")
    var adopt = false

    @Flag(help: "Print the job as JSON.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting {
            let request = try request()
            try request.validate()
            if !FileManager.default.fileExists(atPath: source.folder) {
                StandardError.print("mosaic: \(request.source.folderName): The folder does not exist yet.")
            }
            let library = try library.opened()
            try await library.claim(request, adopting: adopt)
            let job = try await library.catalog.submit(request, priority: priority)
            if json { return try JSONOutput.print(JobDocument(job)) }
            print("\(job.storyboard): \(JobFacts(job).sentence)")
        }
    }

    private func request() throws -> JobRequest {
        // A worker has another working folder.
        var screenshots = source.screenshots
        screenshots.folder = Self.absolute(screenshots.folder)
        screenshots.list = screenshots.list.map(Self.absolute)
        var request = JobRequest(id: try naming.id(of: screenshots), source: screenshots)
        request.title = naming.title
        request.duration = track.duration
        request.keepingOld = keepOld.seconds
        sheets.apply(to: &request.settings)
        track.apply(to: &request.settings)
        reading.apply(to: &request.settings)
        try arrival.apply(to: &request)
        return request
    }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
