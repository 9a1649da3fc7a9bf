#if Film
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil
    import FilmRecords

    /// Answers requests for frames of a film.
    final class FrameServer {
        /// Key frames that are tried in the place of a nearly uniform frame, at most.
        private static let mostSubstitutes = 4

        private let film: Film
        private let output: RecordOutput
        private let progress: ProgressReporter
        private let packets: KeyPackets
        private let keyFrames: KeyFrames
        private let exactFrames: ExactFrames
        private let painter = FramePainter()
        private let packet = Packet()
        private var planes: [UInt8] = []

        /// The picture of the record before, and the key packet of which it came; nil where that had none.
        private var before: (time: Int64, key: Int64?)?
        /// The key packet that was found last, and what tells it apart without reading.
        private var lastKey: (time: Int64, mark: Int64)?
        /// The wanted times of the request, in units of the stream.
        private var limits: [Int64] = []
        /// Key packets that stood for a frame of the request.
        private var usedKeys: Set<Int64> = []

        /// A frame that was found.
        private struct Found {
            var time: Int64
            /// Nil where it is the picture of the record before.
            var frame: Frame?
            var key: Int64?
        }

        init(_ film: Film, output: RecordOutput, progress: ProgressReporter) {
            self.film = film
            self.output = output
            self.progress = progress
            packets = KeyPackets(film.reader, keys: film.extent.keys)
            keyFrames = KeyFrames(packets, decoder: film.decoder)
            exactFrames = ExactFrames(packets, decoder: film.decoder)
        }

        /// Writes the pictures of a request and the counts behind them.
        func serve(_ request: FilmRequest) {
            before = nil
            usedKeys = []
            lastKey = nil
            limits = request.frames.map { film.timeline.last(atOrBefore: $0.time) }
            for (index, wanted) in request.frames.enumerated() {
                progress.time = wanted.time
                film.file.tick()
                var picture = FilmPicture(
                    index: index, wanted: wanted.time, time: wanted.time, outcome: .undecodable, width: request.width,
                    height: request.height)
                (picture.outcome, picture.time) = answer(index, in: request)
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
            guard var found = find(index, wanted.choice) else { return gone(.undecodable, wanted) }
            if let frame = found.frame, found.time != before?.time {
                guard paint(frame, for: request) else { return gone(.undecodable, wanted) }
                if wanted.reach > 0, isNearlyUniform(planes, width: request.width, height: request.height) {
                    found = substitute(for: found, wanted, in: request)
                }
            }
            let isSame = found.time == before?.time
            before = (found.time, found.key ?? (isSame ? before?.key : nil))
            if let key = found.key { usedKeys.insert(key) }
            let outcome: FilmPicture.Outcome = isSame ? .same : found.frame?.isDamaged == true ? .damaged : .shown
            return (outcome, max(0, film.timeline.microseconds(found.time)))
        }

        private func gone(
            _ outcome: FilmPicture.Outcome, _ wanted: FilmRequest.Frame
        ) -> (FilmPicture.Outcome, Int64) {
            before = nil
            return (outcome, wanted.time)
        }

        private func find(_ index: Int, _ choice: FilmRequest.Choice) -> Found? {
            let limit = limits[index]
            guard choice != .exact else { return exact(index) }
            if let last = lastKey, limit >= last.time, packets.mark(atOrBefore: limit) == last.mark {
                // Where the key packet is known without reading it, decoding goes on where it stands.
                if choice == .keyOnce, usedKeys.contains(last.time) { return exact(index) }
                if let found = again(last.time) { return found }
            }
            exactFrames.invalidate()
            guard packets.find(atOrBefore: limit, into: packet), let key = packet.time else { return nil }
            if packet.isHidden { return exact(index) }
            let mark = packets.mark(atOrBefore: limit)
            lastKey = mark == packets.mark(atOrBefore: key) ? mark.map { (key, $0) } : nil
            if choice == .keyOnce, usedKeys.contains(key) { return exact(index) }
            return again(key) ?? keyFrames.frame(of: packet).map { Found(time: $0.time ?? key, frame: $0, key: key) }
        }

        /// The picture of the record before, where it came of a key packet.
        private func again(_ key: Int64) -> Found? {
            guard let before, before.key == key else { return nil }
            return Found(time: before.time, frame: nil, key: key)
        }

        private func exact(_ index: Int) -> Found? {
            let frame = exactFrames.frame(at: limits[index], upcoming: limits[(index + 1)...])
            return frame.map { Found(time: $0.time ?? limits[index], frame: $0, key: nil) }
        }

        private func paint(_ frame: Frame, for request: FilmRequest) -> Bool {
            painter.paint(
                frame.pointer, of: film.facts, into: &planes, width: request.width, height: request.height,
                hasFullChroma: request.hasFullChroma)
        }

        /// Finds a key frame nearby that is not nearly uniform, in turn behind and before; else keeps the frame.
        private func substitute(
            for found: Found, _ wanted: FilmRequest.Frame, in request: FilmRequest
        ) -> Found {
            exactFrames.invalidate()
            let kept = planes
            var edges = (before: found.key ?? found.time, after: found.key ?? found.time)
            for attempt in 0..<Self.mostSubstitutes {
                let isBehind = attempt % 2 == 0
                guard
                    isBehind
                        ? packets.find(after: edges.after, into: packet)
                        : packets.find(atOrBefore: edges.before - 1, into: packet),
                    let key = packet.time, isBehind ? key > edges.after : key < edges.before
                else { continue }
                if isBehind { edges.after = key } else { edges.before = key }
                let distance = film.timeline.microseconds(key) - wanted.time.bounded
                guard distance.magnitude <= UInt64(wanted.reach), !packet.isHidden,
                    let frame = keyFrames.frame(of: packet), paint(frame, for: request)
                else { continue }
                if !isNearlyUniform(planes, width: request.width, height: request.height) {
                    return Found(time: frame.time ?? key, frame: frame, key: key)
                }
            }
            planes = kept
            return found
        }
    }
#endif
