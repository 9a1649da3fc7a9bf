import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary

/// `mosaic cancel`: cancels jobs.
struct CancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancels jobs; published files stay.",
        discussion: """
            A worker that is at it publishes nothing any more. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic cancel film-7 --library library
              mosaic cancel --library library -- -film-8
            """)

    @OptionGroup
    var storyboards: StoryboardIDs

    @OptionGroup(title: "Library")
    var library: LibraryOptions

    func validate() throws {
        try storyboards.requireAny()
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let library = try library.existing()
            try await StoryboardIDs.each(storyboards.ids(in: library.catalog)) { id in
                let job = try await library.job(of: id)
                guard let job = try await library.catalog.update(job.number, { $0.cancel(now: $1) })
                else { return }
                guard job.state == .cancelled else {
                    // As with retry, having nothing to do is no failure.
                    StandardError.print("mosaic: \(id): The job is \(job.state.rawValue); there is nothing to cancel.")
                    return
                }
                print("\(id): \(JobFacts(job).sentence)")
            }
        }
    }
}
