import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct WorkerServiceTests {
    private let film = StoryboardID(naming: "film")

    @Test func `a server that ends gives back the jobs that it holds`() async throws {
        let work = try ServedWork()
        try await work.ask { client async throws in
            _ = try await client.submit("film", #"{"chapters": 2}"#)
            _ = try await client.upload("ch1_4s.jpg", ServedWork.picture(1))
            #expect(try await work.comes { try await client.get("/storyboards/film/mosaic.json").status == .ok })
        }
        let job = try #require(try await work.library.catalog.job(of: film))
        #expect(job.state == .processing && job.lease == nil)
    }

    @Test func `screenshots that are not kept go with the completion, after which none are taken`() async throws {
        let work = try ServedWork()
        try await work.ask {
            $0.work.keepsScreenshots = false
        } _: { client async throws in
            _ = try await client.submit("film", #"{"chapters": 2}"#)
            _ = try await client.upload("ch1_4s.jpg", ServedWork.picture(1))
            #expect(try await work.comes { try await client.get("/storyboards/film/mosaic.json").status == .ok })
            #expect(work.uploads() == ["ch1_4s.jpg"])
            _ = try await client.upload("ch2_9s.jpg", ServedWork.picture(2))
            #expect(try await work.comes { work.uploads().isEmpty })
            #expect(try await client.get("/geo/data/screenshot-status/film").json?["status"] as? String == "COMPLETED")
            #expect(try await client.upload("ch3_12s.jpg", ServedWork.picture(3)).status == .conflict)
            #expect(try await client.get("/storyboards/film/tile?chapter=2").status == .ok)
        }
        #expect(try await work.library.storyboard(film)?.tiles.count == 2)
    }

    @Test func `a storyboard that was complete grows with the next upload`() async throws {
        let work = try ServedWork()
        try await work.ask { client async throws in
            _ = try await client.submit("film", #"{"settle_s": 0}"#)
            for chapter in 1...3 {
                let answer = try await client.upload("ch\(chapter)_\(chapter * 9)s.jpg", ServedWork.picture(chapter))
                #expect(answer.status == .created)
                let isComposed = try await work.comes {
                    let job = try await work.library.catalog.job(of: film)
                    let storyboard = try await work.library.storyboard(film)
                    return job?.state == .completed && storyboard?.tiles.count == chapter
                }
                #expect(isComposed)
                // What is held in memory is the new one at once.
                let record = try await client.get("/storyboards/film/mosaic.json").json
                #expect((record?["tiles"] as? [Any])?.count == chapter)
            }
        }
    }
}
