#if Film
    import CLibAV

    extension Demuxer {
        /// Maximum number of packets read to distinguish a film from a cover.
        private static let mostCompared = 300
        /// Bytes of the file that are read for that, at most.
        private static let mostComparedBytes: Int64 = 64 << 20

        /// The video streams of more than one picture where there are any: a cover may be a stream like others, without a
        /// flag. Reads only where there are several and the header has no table of their pictures.
        func moving(_ videos: [UnsafeMutablePointer<AVStream>]) -> [UnsafeMutablePointer<AVStream>] {
            guard videos.count > 1 else { return videos }
            let counts = counts(of: videos)
            let moving = videos.filter { counts[$0.pointee.index] ?? 0 > 1 }
            return moving.isEmpty ? videos : moving
        }

        /// Pictures of streams by the header's table, otherwise up to 2 that were read.
        private func counts(of videos: [UnsafeMutablePointer<AVStream>]) -> [Int32: Int64] {
            var counts: [Int32: Int64] = [:]
            // AVI counts pictures that are left out, too.
            for video in videos where container.hasPacketTable && video.pointee.nb_frames > 0 {
                counts[video.pointee.index] = video.pointee.nb_frames
            }
            var unknown = Set(videos.map(\.pointee.index)).subtracting(counts.keys)
            guard !unknown.isEmpty, let first = videos.first else { return counts }
            for stream in streams {
                stream.pointee.discard = unknown.contains(stream.pointee.index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
            }
            let packet = Packet()
            let limit = file.bytesRead + Self.mostComparedBytes
            for _ in 0..<Self.mostCompared where !unknown.isEmpty && file.bytesRead < limit && read(into: packet) {
                let index = packet.pointer.pointee.stream_index
                guard unknown.contains(index) else { continue }
                counts[index, default: 0] += 1
                if counts[index] == 2 { unknown.remove(index) }
            }
            for stream in streams { stream.pointee.discard = AVDISCARD_DEFAULT }
            moved()
            if container.access == .times { rewind(first.pointee.index) } else { _ = seek(toByte: 0) }
            return counts
        }
    }
#endif
