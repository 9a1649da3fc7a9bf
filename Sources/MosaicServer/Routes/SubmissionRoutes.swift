import HTTPTypes
import Hummingbird
import Mosaic

/// `PUT /storyboards/{id}` and `DELETE /storyboards/{id}`.
struct SubmissionRoutes: Sendable {
    let desk: JobDesk
    let roots: SourceRoots
    let removal: Removal
    let addresses: Addresses

    func add(to routes: Routes) {
        routes.on([.put], "/storyboards/:id", .write, submit)
        routes.on([.delete], "/storyboards/:id", .write) { _, context in
            guard try await removal.remove(context.storyboard()) else { throw RequestError.noStoryboard }
            return Response.empty(.noContent)
        }
    }

    @Sendable private func submit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.storyboard()
        let submission = try await JSONRequest.value(Submission.self, of: request)
        var folder = desk.folder.path(of: id)
        if let source = submission.source {
            guard let named = roots.folder(named: source) else {
                throw RequestError(.notFound, "There is no such source.")
            }
            folder = named
        }
        let job = try await desk.submit(submission.request(for: id, folder: folder))
        return Answer.json(
            JobFacts(job, addresses), status: .accepted, fields: [.location: addresses.path(of: job.number)])
    }
}
