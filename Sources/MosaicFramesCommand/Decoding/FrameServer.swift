#if Film
    import CLibAV
    import FilmProtocol

    /// Answers requests for frames of a film.
    final class FrameServer {
        let film: Film
        private let output: RecordOutput
        private let progress: ProgressReporter
        let packets: KeyPackets
        let keyFrames: KeyFrames
        let exactFrames: ExactFrames
        private let painter = FramePainter()
        let packet = Packet()
        var planes: [UInt8] = []
        /// The size of the picture in the planes.
        var size = (width: 0, height: 0)
        /// The size of the last picture that was written.
        private var lastSize = (width: 0, height: 0)

        /// The picture of the previous record, and its key packet; nil if that record had no picture. Another picture
        /// may replace it if it is nearly uniform or damaged.
        private var before: (time: Int64, key: Int64?, isReplaceable: Bool)?
        /// The key packet that was found last, and its mark in the index.
        private var lastKey: (time: Int64, mark: Int64)?
        /// Whether the pictures of key packets are nearly uniform, by key time. Contains the pictures painted for the
        /// request.
        var uniformity: [Int64: Bool] = [:]
        /// The wanted times of the request, in units of the stream.
        var limits: [Int64] = []
        /// The previous frame of the request, if a key packet was searched for it.
        private var last: Sought?

        /// A wanted time and its key packet, which is identified by the time of its first whole picture.
        private struct Sought {
            var wanted: FilmRequest.Frame
            var key: Int64
            /// The key packet whose picture is used for the time; nil if the picture was not examined.
            var standIn: Int64?
        }

        /// A frame that was found.
        struct Found {
            var time: Int64
            /// The decoded frame; nil if it is the picture of the previous record.
            var frame: Frame?
            var key: Int64?
        }

        init(_ film: Film, output: RecordOutput, progress: ProgressReporter) {
            self.film = film
            self.output = output
            self.progress = progress
            packets = KeyPackets(film.reader, index: film.index)
            keyFrames = KeyFrames(packets, decoder: film.decoder)
            exactFrames = ExactFrames(packets, decoder: film.decoder)
        }

        /// Writes the pictures of a request, then the counts.
        func serve(_ request: FilmRequest) {
            before = nil
            last = nil
            lastKey = nil
            uniformity = [:]
            limits = request.frames.map { film.timeline.last(atOrBefore: $0.time) }
            for (index, wanted) in request.frames.enumerated() {
                progress.time = wanted.time
                film.file.tick()
                var picture = FilmPicture(
                    index: index, wanted: wanted.time, time: wanted.time, outcome: .undecodable, width: request.width,
                    height: request.height)
                (picture.outcome, picture.time) = answer(index, in: request)
                if picture.outcome.hasPlanes { lastSize = size }
                if picture.outcome.isShown { (picture.width, picture.height) = lastSize }
                output.write(picture, planes: planes)
            }
            output.write(
                .end(
                    FilmCounts(
                        pictures: Int64(request.frames.count), decoded: film.decoder.decoded,
                        bytesRead: film.file.bytesRead, decodingTime: film.decoder.time)))
        }

        private func answer(_ index: Int, in request: FilmRequest) -> (FilmPicture.Outcome, Int64) {
            let wanted = request.frames[index]
            if wanted.time >= film.extent.duration ?? .max { return gone(.afterEnd, wanted) }
            if wanted.time >= film.extent.cut ?? .max { return gone(.cutOff, wanted) }
            guard var found = findWhole(index, in: request) else { return gone(.undecodable, wanted) }
            var isUniform = false
            if let frame = found.frame, found.time != before?.time || before?.isReplaceable == true {
                guard paint(frame, for: request) else { return gone(.undecodable, wanted) }
                // An exact frame among key frames stays, because the key frames nearby belong to other tiles.
                if wanted.reach > 0, found.key != nil || wanted.choice != .keyOnce,
                    isPaintedUniform(key: frame.isDamaged ? nil : found.key)
                {
                    let other = standIn(for: found, wanted, in: request)
                    isUniform = other == nil
                    found = other ?? found
                }
            }
            if let key = found.key { last?.standIn = key }
            let isSame = found.time == before?.time
            let isDamaged = found.frame?.isDamaged == true
            before = (found.time, found.key ?? (isSame ? before?.key : nil), isUniform || isDamaged)
            let outcome: FilmPicture.Outcome = isSame ? .same : isDamaged ? .damaged : .shown
            return (outcome, max(0, film.timeline.microseconds(found.time)))
        }

        private func gone(
            _ outcome: FilmPicture.Outcome, _ wanted: FilmRequest.Frame
        ) -> (FilmPicture.Outcome, Int64) {
            before = nil
            return (outcome, wanted.time)
        }

        /// Finds the frame of a time. The result depends only on this time and the previous one, so that a tile that is
        /// made again is the same.
        func find(_ index: Int, in request: FilmRequest) -> Found? {
            let wanted = request.frames[index]
            let earlier = last
            guard wanted.choice != .exact else {
                last = nil
                return exact(index)
            }
            let latest = latestKey(wanted.time, wanted)
            if let known = lastKey, limits[index] >= known.time, packets.index.mark(atOrBefore: latest) == known.mark {
                // If the key packet is known without reading, decoding continues at the current position.
                last = Sought(wanted: wanted, key: known.time, standIn: nil)
                if wanted.choice == .keyOnce, known.time == earlier?.key { return exact(index) }
                if let found = again(known.time) { return found }
            }
            last = nil
            exactFrames.invalidate()
            guard let key = findKey(for: wanted, limit: limits[index], latest: latest) else { return nil }
            if packet.isHidden { return exact(index) }
            last = Sought(wanted: wanted, key: key, standIn: nil)
            if wanted.choice == .keyOnce, let earlier, isKey(key, of: earlier, in: request) { return exact(index) }
            return again(key) ?? decode(key)
        }

        /// The last display time of a key frame that may be used for a wanted time.
        private func latestKey(_ time: Int64, _ wanted: FilmRequest.Frame) -> Int64 {
            film.timeline.last(atOrBefore: time.bounded + wanted.lateness)
        }

        /// Finds the key packet at or before a time, or a nearer one after it, and records it for the next search; nil
        /// if there is none.
        private func findKey(for wanted: FilmRequest.Frame, limit: Int64, latest: Int64) -> Int64? {
            guard packets.find(atOrBefore: latest, into: packet), var key = packet.keyTime else { return nil }
            if key > limit, latest > limit, !isFree(key, for: wanted, limit: limit) {
                guard packets.find(atOrBefore: limit, into: packet), let before = packet.keyTime else { return nil }
                key = before
            }
            let mark = packets.index.mark(atOrBefore: max(key, limit))
            let isAlone = packet.recovery == 0 && mark == packets.index.mark(atOrBefore: key)
            lastKey = isAlone ? mark.map { (key, $0) } : nil
            return key
        }

        /// Whether a key packet after a time is nearer than the one before it, and the next wanted time has a later key
        /// packet.
        private func isFree(_ key: Int64, for wanted: FilmRequest.Frame, limit: Int64) -> Bool {
            guard let before = packets.index.time(before: key), key - limit < limit - before else { return false }
            var after = packets.index.time(after: key)
            if after == nil {
                // An index may grow while a film is read, but the choice of a frame must not depend on that.
                if packets.find(after: key, into: packet) { after = packet.keyTime }
                _ = packets.find(atOrBefore: key, into: packet)
            }
            return after ?? .min <= latestKey(wanted.time.bounded + wanted.spacing, wanted)
        }

        /// Whether the picture of a key packet is used for another time already, possibly in place of a nearly uniform
        /// one.
        private func isKey(_ key: Int64, of other: Sought, in request: FilmRequest) -> Bool {
            if key == other.key { return true }
            // A replacement is at most this far from the wanted time.
            let distance = film.timeline.microseconds(key) - other.wanted.time.bounded
            guard distance <= other.wanted.reach else { return false }
            if let standIn = other.standIn { return key == standIn }
            // The reader has to continue after the key packet again.
            defer { _ = packets.find(atOrBefore: key, into: packet) }
            guard isUniform(other.key, in: request) else { return false }
            return standInKey(for: other.key, other.wanted, in: request) == key
        }

        /// Decodes the key packet that was found.
        func decode(_ key: Int64) -> Found? {
            keyFrames.frame(of: packet).map { Found(time: $0.time ?? key, frame: $0, key: key) }
        }

        /// The picture of the previous record if it belongs to this key packet; nil if another picture may replace it.
        private func again(_ key: Int64) -> Found? {
            guard let before, before.key == key, !before.isReplaceable else { return nil }
            return Found(time: before.time, frame: nil, key: key)
        }

        private func exact(_ index: Int) -> Found? {
            let frame = exactFrames.frame(at: limits[index], upcoming: limits[(index + 1)...])
            return frame.map { Found(time: $0.time ?? limits[index], frame: $0, key: nil) }
        }

        func paint(_ frame: Frame, for request: FilmRequest) -> Bool {
            let shape = FrameShape(frame, of: film.facts)
            size = request.size(of: (shape.width, shape.height), in: film.shape)
            return painter.paint(
                frame.pointer, shape, of: film.facts, into: &planes,
                FramePainter.Target(
                    width: size.width, height: size.height, hasFullChroma: request.hasFullChroma,
                    background: request.background))
        }
    }
#endif
