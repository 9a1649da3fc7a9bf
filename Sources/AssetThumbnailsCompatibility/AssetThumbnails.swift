public import ScrubPreview

#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import TiledJPEG
    public import UIKit

    /// The picture of a thumbnail: a decoded image of the system's own type.
    public typealias ThumbnailImage = UIImage
#else
    /// The picture of a thumbnail: encoded bytes, with the part of the picture to show.
    public typealias ThumbnailImage = TilePicture
#endif

/// The downloader under the name that apps written for this interface use.
public typealias AssetThumbnails = ThumbnailDownloader<ThumbnailImage>

/// The downloader under a misspelled name that the interface's description also uses.
public typealias AssetThumnbails = AssetThumbnails

/// The finder under the name that apps written for this interface use.
public typealias ThumbnailHelper = ThumbnailFinder<ThumbnailImage>

extension ThumbnailDownloader where Image == ThumbnailImage {
    /// Creates a downloader for the platform's image type.
    public nonisolated convenience init(options: ThumbnailTrack.Options = .init()) {
        #if canImport(UIKit) && !os(watchOS)
            // No Apple toolchain has compiled this part so far.
            self.init(options: options) { picture in
                guard let image = UIImage(data: Data(picture.bytes)) else {
                    throw ScrubPreviewError(.unrecognizedFormat, "image", "The system cannot decode it.")
                }
                guard let crop = picture.crop else { return image }
                let format = UIGraphicsImageRendererFormat()
                format.scale = 1
                let size = CGSize(width: crop.width, height: crop.height)
                return UIGraphicsImageRenderer(size: size, format: format).image { _ in
                    image.draw(at: CGPoint(x: -crop.x, y: -crop.y))
                }
            }
        #else
            self.init(options: options) { $0 }
        #endif
    }
}
