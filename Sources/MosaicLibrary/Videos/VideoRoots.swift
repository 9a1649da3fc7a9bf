package import Mosaic
import MosaicSystem

/// A video root: a folder with videos at `{username}/{genre}/{file}`.
package struct VideoRoot: Hashable, Sendable {
    /// The absolute path, with links resolved.
    package let path: String

    /// Creates the root of an existing folder.
    ///
    /// - Throws: `invalidSettings`.
    package init(_ path: String) throws {
        guard let real = RealPath.of(path), FileStatus(path: real)?.isFolder == true else {
            throw MosaicError(.invalidSettings, "video root", "There is no folder \(path).")
        }
        guard FileStatus.permitsEntry(real), FolderNames.isReadable(real) else {
            throw MosaicError(
                .invalidSettings, "video root", "The folder \(path) cannot be read or entered: permission is denied.")
        }
        self.path = real
    }

    /// The absolute path of a file below this root, which may be missing.
    package func path(of video: VideoPath) -> String { path + "/" + video.rawValue }

    /// Opens a file. Nil if the file is missing, or if a link leads out of the root, to a hidden file or to a file of
    /// another kind.
    ///
    /// The name's bytes are used as given: another Unicode form of a letter names another file.
    /// - Throws: `unavailable` if the file may exist, for example if too many files are open.
    package func open(_ video: VideoPath) throws -> OpenObject? {
        if let file = try open(below: video.rawValue, video) { return OpenObject(file) }
        guard let name = realName(of: video), !name.utf8.elementsEqual(video.rawValue.utf8) else { return nil }
        return try open(below: name, video).map(OpenObject.init)
    }

    /// The absolute path of a file with links resolved; nil if the file cannot be opened.
    package func realPath(of video: VideoPath) -> String? {
        guard let name = realName(of: video), FileStatus(path: path + "/" + name)?.isRegularFile == true else {
            return nil
        }
        return path + "/" + name
    }

    /// The status of a regular file; nil if the file cannot be opened.
    ///
    /// - Parameter isBehindLink: Whether a folder in the path may be a link.
    func status(of video: VideoPath, isBehindLink: Bool) -> FileStatus? {
        guard let status = FileStatus(ofLinkItself: path(of: video)) else { return nil }
        guard status.isLink || isBehindLink else { return status.isRegularFile ? status : nil }
        return realPath(of: video).flatMap { FileStatus(path: $0) }
    }

    /// Whether a path with its links resolved is below the root and not hidden.
    func holds(_ path: String) -> Bool { realName(at: path) != nil }

    /// The path of a video below the root, with links resolved; `nil` if it is not a file of the video's kind.
    private func realName(of video: VideoPath) -> String? {
        guard let name = realName(at: path(of: video)), VideoPath.Kind(of: name) == video.kind else { return nil }
        return name
    }

    /// The part below the root of an absolute path, with links resolved; `nil` for hidden paths and paths outside of
    /// the root.
    private func realName(at path: String) -> String? {
        let root = self.path.utf8.last == UInt8(ascii: "/") ? self.path : self.path + "/"
        guard let real = RealPath.of(path), real.utf8.starts(with: root.utf8) else { return nil }
        let name = String(decoding: real.utf8.dropFirst(root.utf8.count), as: UTF8.self)
        let isHidden = name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
        return isHidden ? nil : name
    }

    private func open(below name: String, _ video: VideoPath) throws -> OpenFile? {
        try MosaicError.translating { try OpenFile(path: name, below: path, name: video.file) }
    }
}

/// The video roots of a server, in search order.
package struct VideoRoots: Hashable, Sendable {
    /// The roots, without duplicates.
    package let roots: [VideoRoot]

    /// Creates roots of existing folders; duplicates are ignored.
    ///
    /// - Throws: `invalidSettings`.
    package init(_ paths: [String]) throws { self.init(of: try paths.map(VideoRoot.init)) }

    private init(of roots: [VideoRoot]) {
        var seen: Set<[UInt8]> = []
        self.roots = roots.filter { seen.insert(Array($0.path.utf8)).inserted }
    }

    /// Whether the list has no roots.
    package var isEmpty: Bool { roots.isEmpty }

    /// Opens a file in the first root that contains it; nil if none does.
    ///
    /// - Throws: The errors of ``VideoRoot/open(_:)``.
    package func open(_ video: VideoPath) throws -> OpenObject? {
        for root in roots { if let object = try root.open(video) { return object } }
        return nil
    }

    /// The absolute path of a file in the first root that contains it, with links resolved; nil if none does.
    package func realPath(of video: VideoPath) -> String? {
        for root in roots { if let path = root.realPath(of: video) { return path } }
        return nil
    }

    /// The source of a film's storyboard; nil for other files and for a missing film.
    package func source(of video: VideoPath) -> ScreenshotSource? {
        guard video.kind == .film else { return nil }
        return realPath(of: video).map { ScreenshotSource(folder: $0) }
    }
}

extension StoryboardLibrary {
    /// The request for the storyboard of an indexed film; nil if no film has this storyboard.
    ///
    /// - Throws: `unavailable`.
    package func request(ofVideo id: StoryboardID, in roots: VideoRoots) async throws -> JobRequest? {
        guard !roots.isEmpty, let path = try await videos?.film(of: id) else { return nil }
        return try await request(for: path, in: roots)
    }

    /// The request for the storyboard of a film below a root, with the values from its companion; nil if the film is
    /// missing.
    ///
    /// The film counts as complete, so the job does not wait. A malformed companion is ignored.
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

    /// Records the video roots from which ``repair(keepingOld:progress:)`` rebuilds the index.
    ///
    /// - Throws: `unavailable`.
    package func recordVideos(in roots: VideoRoots) async throws {
        try await videos?.setVideoRoots(roots.roots.map(\.path))
    }

    /// Rebuilds the video index from the files below the recorded roots.
    ///
    /// - Returns: The number of videos; nil without an index or recorded roots, and if a root is missing. The videos of
    ///   a missing root stay in the index.
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
