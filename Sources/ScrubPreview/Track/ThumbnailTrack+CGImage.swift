import HTTPFetching

#if canImport(CoreGraphics) && canImport(ImageIO)
    public import CoreGraphics
    import Foundation
    import ImageIO
    import TiledJPEG

    extension ThumbnailTrack {
        /// Decodes the picture of a tile at the tile's size, and caches it within the budget.
        ///
        /// Decoding runs on no actor. This part is not available on Linux, the only system on which the module has been
        /// compiled so far.
        ///
        /// - Throws: Errors of ``picture(for:)``; `malformed` for a picture that the system cannot decode,
        ///   `limitExceeded` for one of more than 64 megapixels.
        public nonisolated(nonsending) func image(for tile: PreviewTile) async throws -> CGImage {
            if let held = heldCGImage(for: tile) { return held }
            let picture = try await picture(for: tile)
            let decoded = try await picture.decoded(named: tile.sheet.subjectName)
            hold(decoded, byteCount: decoded.image.bytesPerRow * decoded.image.height, for: tile)
            return decoded.image
        }

        /// The picture of a tile that was decoded before and is still cached, without waiting; nil otherwise.
        public func heldCGImage(for tile: PreviewTile) -> CGImage? {
            heldImage(for: tile, as: DecodedImage.self)?.image
        }
    }

    /// Unchecked because the image never changes, which the system's type does not declare in every version.
    private struct DecodedImage: @unchecked Sendable {
        let image: CGImage
    }

    extension TilePicture {
        /// Draws the crop into new pixels: a cropped image would keep the pixels of the whole sheet alive.
        @concurrent fileprivate func decoded(named name: String) async throws -> DecodedImage {
            guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, nil),
                let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
                let width = properties[kCGImagePropertyPixelWidth] as? Int,
                let height = properties[kCGImagePropertyPixelHeight] as? Int
            else { throw ScrubPreviewError(.malformed, name, "The picture cannot be decoded.") }
            guard width > 0, height > 0, width <= 64_000_000 / height else {
                throw ScrubPreviewError(.limitExceeded, name, "\(width)x\(height) exceeds 64 megapixels.")
            }
            // Creates a thumbnail of full size, because the system rotates only thumbnails upright.
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceThumbnailMaxPixelSize: max(width, height),
            ]
            let rect = CGRect(
                x: crop?.x ?? 0, y: crop?.y ?? 0, width: size.width, height: size.height)
            guard let whole = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary),
                let part = whole.cropping(to: rect),
                let context = CGContext(
                    data: nil, width: size.width, height: size.height, bitsPerComponent: 8, bytesPerRow: 0,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            else { throw ScrubPreviewError(.malformed, name, "The picture cannot be decoded.") }
            context.draw(part, in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
            guard let image = context.makeImage() else {
                throw ScrubPreviewError(.malformed, name, "The picture cannot be decoded.")
            }
            return DecodedImage(image: image)
        }
    }
#endif
