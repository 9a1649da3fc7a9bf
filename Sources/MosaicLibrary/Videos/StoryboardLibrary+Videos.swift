package import Mosaic
import MosaicSystem

extension StoryboardLibrary {
    /// The request for the storyboard of a video; nil if there is no such video, or it is not a film's.
    ///
    /// - Throws: `unavailable`.
    package func request(ofVideo id: StoryboardID, in roots: VideoRoots) async throws -> JobRequest? {
        guard !roots.isEmpty, let path = try await videos?.film(of: id) else { return nil }
        return try await request(for: path, in: roots)
    }

    /// The request for the storyboard of a film below a root, with what its companion tells; nil where there is no such
    /// film.
    ///
    /// The film is whole: nothing more is awaited. A companion that cannot be read is ignored.
    /// - Throws: `unavailable`.
    package func request(for path: VideoPath, in roots: VideoRoots) async throws -> JobRequest? {
        guard let id = path.storyboard, let source = roots.source(of: path) else { return nil }
        var request = JobRequest(id: id, source: source)
        request.title = path.title
        request.settle = 0
        guard let information = path.information, let object = try roots.open(information),
            object.bytes <= ChapterList.longestText, let real = roots.realPath(of: information)
        else { return request }
        let bytes = try await object.read(0..<object.bytes)
        if let companion = try? FilmCompanion(parsing: bytes, name: information.file) {
            request.take(companion, from: real)
        }
        return request
    }

    /// Records the roots of videos from which ``repair(keepingOld:progress:)`` makes the index.
    ///
    /// - Throws: `unavailable`.
    package func recordVideos(in roots: VideoRoots) async throws {
        try await videos?.setVideoRoots(roots.roots.map(\.path))
    }

    /// Makes the index of videos anew from the files below the recorded roots.
    ///
    /// - Returns: The number of videos; nil without an index or a root, and if a root is missing for now, which keeps
    ///   its videos in the index.
    /// - Throws: `unavailable`.
    func repairVideos() async throws -> Int? {
        guard let videos else { return nil }
        let recorded = try await videos.videoRoots()
        guard let roots = try? VideoRoots(recorded), !roots.isEmpty else { return nil }
        try await videos.recountVideos()
        var survey = VideoSurvey(of: roots, into: videos)
        _ = try await survey.run(isFull: true)
        return try await videos.videoFolders().reduce(0) { $0 + $1.videos }
    }
}
