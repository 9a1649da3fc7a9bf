import PlayerFormats
import TiledJPEG
import WebVTT

/// The times and images of a BIF file, for the rules.
struct BIFExamination: Sendable {
    /// Time from which each image is shown.
    let times: [Timestamp]
    /// Headers of the images; nil for data that is not an image.
    let headers: [ImageHeader?]
    /// Length of the film; nil if unknown.
    let duration: Timestamp?
    let name: String

    init(_ file: BIFFile, bytes: [UInt8], name: String, duration: Timestamp?) {
        self.name = name
        times = file.images.map(\.time)
        // The header is in the first bytes, at most preceded by Exif data.
        headers = file.images.map { try? ImageHeader(parsing: Array(bytes[$0.range].prefix(128 << 10))) }
        self.duration = duration
    }

    /// The interval in a file name of Emby, `{base}-{width}-{seconds}.bif`; nil if the name has another form.
    var namedInterval: Timestamp? {
        let parts = name.lowercased().split(separator: "-", omittingEmptySubsequences: false).suffix(3)
        guard parts.count == 3, let last = parts.last, last.hasSuffix(".bif"),
            parts.dropLast().last.flatMap({ Int($0) }) != nil,
            let seconds = Int64(last.dropLast(4)), (1...86_400).contains(seconds)
        else { return nil }
        return Timestamp(milliseconds: 1000 * seconds)
    }
}

/// Rules on BIF files.
extension DoctorRule where Subject == BIFExamination {
    /// All rules, in report order.
    static var bif: [Self] {
        [noImages, imageFormat, imageSizes, firstImage, intervalInName, imagesPastTheEnd]
    }

    /// Files without images.
    static var noImages: Self {
        Self(
            "no-images", .breaks,
            affected: "No player has thumbnails to show.",
            fix: "Write the file again, of at least one picture."
        ) { file, occurrences in
            if file.times.isEmpty { occurrences.note("The file has no images.") }
        }
    }

    /// Images that are not JPEG.
    static var imageFormat: Self {
        Self(
            "image-format", .breaks,
            affected: "Rokus show nothing: images of BIF files are JPEG.",
            fix: "Write the images as baseline JPEG."
        ) { file, occurrences in
            for (place, header) in file.headers.enumerated() where header?.format != .jpeg {
                let what = header.map { "is \($0.format.rawValue)" } ?? "is not a picture"
                occurrences.note("Image \(place) at \(file.times[place]) \(what).")
            }
        }
    }

    /// Images of different sizes.
    static var imageSizes: Self {
        Self(
            "image-sizes", .advice,
            affected: "Players that lay a strip of images out by the first one stretch the others.",
            fix: "Write all images in one size."
        ) { file, occurrences in
            let sizes = file.headers.map { $0?.uprightSize }
            guard let first = sizes.compactMap(\.self).first else { return }
            for (place, size) in sizes.enumerated() {
                guard let size, size != first else { continue }
                occurrences.note("Image \(place) has \(size) pixels, the first one \(first).")
            }
        }
    }

    /// A first image that does not start at 0.
    static var firstImage: Self {
        Self(
            "first-image", .advice,
            affected: "Players have no image for the beginning of the film.",
            fix: "Give the first image the time 0."
        ) { file, occurrences in
            guard let first = file.times.first, first > .zero else { return }
            occurrences.note("The first image is that of \(first).")
        }
    }

    /// Images at other times than the interval in the file's name gives.
    static var intervalInName: Self {
        Self(
            "interval-in-name", .breaks,
            affected: "Emby goes by the interval in the file's name, and shows the image at another time.",
            fix: "Write the images at a fixed cadence and its seconds into the name; --cadence does the former."
        ) { file, occurrences in
            guard let interval = file.namedInterval else { return }
            for (place, time) in file.times.enumerated() {
                let named = Timestamp(milliseconds: Int64(place) * interval.milliseconds)
                guard time != named else { continue }
                occurrences.note("Image \(place) is that of \(time), by the name that of \(named).")
            }
        }
    }

    /// Images whose time is at or past the film's end.
    static var imagesPastTheEnd: Self {
        Self(
            "images-past-the-end", .advice,
            affected: "No player ever shows the image.",
            fix:
                "Check that the file belongs to the film; Plex and Emby go by an interval in its name, not by its times."
        ) { file, occurrences in
            guard let duration = file.duration else { return }
            for (place, time) in file.times.enumerated() where time >= duration {
                occurrences.note("Image \(place) is that of \(time), the film ends at \(duration).")
            }
        }
    }
}
