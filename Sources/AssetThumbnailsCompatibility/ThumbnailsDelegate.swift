/// Receives the result of preparing thumbnails.
@MainActor
public protocol ThumbnailsDelegate: AnyObject {
    /// Everything is parsed and downloaded; the thumbnails can be taken.
    func prepared()

    /// There are no thumbnails.
    ///
    /// - Parameters:
    ///   - error: What went wrong, comparable by its code.
    ///   - message: The same in one line.
    func failed(error: ThumbnailError, message: String)
}
