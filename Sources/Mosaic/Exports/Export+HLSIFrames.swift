import PlayerFormats
import TiledJPEG
import WebVTT

extension Export {
    /// Tiles as frames of an MP4, with playlists of I-frames.
    package static let hlsIFrames = Export(
        "hls-iframe", "HLS playlists of I-frames that are JPEGs, for hls.js and Shaka", .exact,
        document: "iframes-master.m3u8", .m3u8
    ) { source in
        let shown = try source.shown()
        var files: [ExportFile] = []
        var playlists: [ExportFile] = []
        var streams: [HLSThumbnailStream] = []
        for member in source.storyboards.members {
            var gathered = GatheredPictures(of: member, in: source)
            for span in shown.fromZero { try await gathered.append(span.tile, at: span.start) }
            let images = gathered.pictures
            let size = member.storyboard.geometry.tile
            let video = try MosaicError.translatingFormat { () throws(ThumbnailFormatError) in
                try MotionJPEGFile.serialized(images, end: shown.end, size: size)
            }
            let hash = ContentHash(of: video.bytes).hexadecimal(bytes: 16)
            let path = member.path(of: "iframes.\(hash).mp4")
            let frames = zip(video.frames, shown.fromZero).map { range, span in
                let duration = Timestamp(milliseconds: span.end.milliseconds - span.start.milliseconds)
                return HLSIFramePlaylist.Frame(duration: duration, range: range)
            }
            let playlist = HLSIFramePlaylist(
                uri: source.options.urls(path, in: member.folder), map: video.map, frames: frames)
            files.append(ExportFile(path, .mp4, isImmutable: true, .bytes(video.bytes)))
            playlists.append(
                ExportFile(
                    member.path(of: "iframes.m3u8"), .m3u8, isImmutable: false, .bytes(playlist.serialized())))
            streams.append(
                HLSThumbnailStream(
                    kind: .iFrames, bandwidth: frames.map { Bandwidth.of($0.range.count, in: $0.duration) }.max() ?? 1,
                    resolution: size, codecs: "mjpg", uri: source.options.urls(member.path(of: "iframes.m3u8"))))
        }
        let playlist = HLSMultivariantPlaylist(streams: streams)
        return files + playlists + [
            ExportFile("iframes-master.m3u8", .m3u8, isImmutable: false, .bytes(playlist.serialized()))
        ]
    }
}
