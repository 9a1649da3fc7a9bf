public import ScrubPreview

#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import TiledJPEG
    public import UIKit

    /// The picture of a thumbnail: decoded, where the system has a type for it.
    public typealias ThumbnailImage = UIImage
#else
    /// The picture of a thumbnail: its encoded bytes, and which part of them to show.
    public typealias ThumbnailImage = TilePicture
#endif

/// The downloader as apps written against this interface name it.
public typealias AssetThumbnails = ThumbnailDownloader<ThumbnailImage>

/// The downloader as that interface's own description spells it, too.
public typealias AssetThumnbails = AssetThumbnails

/// The finder as apps written against this interface name it.
public typealias ThumbnailHelper = ThumbnailFinder<ThumbnailImage>

extension ThumbnailDownloader where Image == ThumbnailImage {
    /// Makes a downloader for the platform's own kind of picture.
    public nonisolated convenience init(options: ThumbnailTrack.Options = .init()) {
        #if canImport(UIKit) && !os(watchOS)
            // This part was compiled by no toolchain of Apple's so far.
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
