#if Film
    import FilmProtocol

    /// Key frames that stand in for damaged, missing and nearly uniform frames.
    extension FrameServer {
        /// Key frames that are tried in the place of a nearly uniform frame, at most.
        private static let mostSubstitutes = 4
        /// Key frames that are tried in the place of a damaged frame, at most.
        private static let mostRescues = 8

        /// Finds the frame of a time; where it is damaged or missing, the first whole key frame behind it within the room of
        /// the time, if there is one.
        func findWhole(_ index: Int, in request: FilmRequest) -> Found? {
            let found = find(index, in: request)
            guard found.map({ $0.frame?.isDamaged == true }) ?? true else { return found }
            let wanted = request.frames[index]
            guard wanted.room > 0 else { return found }
            let end = film.timeline.last(atOrBefore: wanted.time.bounded + wanted.room - 1)
            exactFrames.invalidate()
            var edge = found?.key ?? found?.time ?? limits[index]
            for _ in 0..<Self.mostRescues {
                guard edge < end, packets.find(after: edge, into: packet), let key = packet.keyTime, key > edge,
                    key <= end
                else { break }
                edge = key
                guard !packet.isHidden, let frame = keyFrames.frame(of: packet), !frame.isDamaged else { continue }
                return Found(time: frame.time ?? key, frame: frame, key: key)
            }
            return found
        }

        /// Whether the painted picture is nearly uniform.
        ///
        /// - Parameter key: The key packet of which it came; nil for an exact frame.
        func isPaintedUniform(key: Int64?) -> Bool {
            let isUniform = isNearlyUniform(planes, width: size.width, height: size.height)
            if let key { uniformity[key] = isUniform }
            return isUniform
        }

        /// Paints a key frame nearby that is not nearly uniform; nil with the planes as they were where none is.
        func standIn(for found: Found, _ wanted: FilmRequest.Frame, in request: FilmRequest) -> Found? {
            exactFrames.invalidate()
            let kept = (planes, size)
            var result: Found?
            _ = neighbours(of: found.key ?? found.time, wanted) { key in
                guard uniformity[key] != true, let frame = keyFrames.frame(of: packet), !frame.isDamaged,
                    paint(frame, for: request), !isPaintedUniform(key: key)
                else { return false }
                result = Found(time: frame.time ?? key, frame: frame, key: key)
                return true
            }
            if result == nil { (planes, size) = kept }
            return result
        }

        /// The key packet of ``standIn(for:_:in:)`` for a key frame that is nearly uniform: without decoding those that were.
        func standInKey(for key: Int64, _ wanted: FilmRequest.Frame, in request: FilmRequest) -> Int64? {
            neighbours(of: key, wanted) { key in
                if let known = uniformity[key] { return !known }
                guard let frame = keyFrames.frame(of: packet), !frame.isDamaged, paint(frame, for: request) else {
                    return false
                }
                return !isPaintedUniform(key: key)
            }
        }

        /// Finds the first of the key packets nearby, in turn behind and before a time, that stands in for a uniform frame.
        ///
        /// - Parameter stands: Whether the packet that the reader is behind stands in, by its key time.
        private func neighbours(
            of time: Int64, _ wanted: FilmRequest.Frame, where stands: (Int64) -> Bool
        ) -> Int64? {
            var edges = (before: time, after: time)
            for attempt in 0..<Self.mostSubstitutes {
                let isBehind = attempt % 2 == 0
                guard isNear(isBehind ? edges.after : edges.before, wanted) || attempt < 2,
                    isBehind
                        ? packets.find(after: edges.after, into: packet)
                        : packets.find(atOrBefore: edges.before - 1, into: packet),
                    let key = packet.keyTime, isBehind ? key > edges.after : key < edges.before
                else { continue }
                if isBehind { edges.after = key } else { edges.before = key }
                if isNear(key, wanted), !packet.isHidden, stands(key) { return key }
            }
            return nil
        }

        /// Whether a key packet may stand in for a uniform frame.
        private func isNear(_ key: Int64, _ wanted: FilmRequest.Frame) -> Bool {
            (film.timeline.microseconds(key) - wanted.time.bounded).magnitude <= UInt64(wanted.reach)
        }

        /// Whether the picture of a key packet is nearly uniform, which is decoded only if none did before.
        func isUniform(_ key: Int64, in request: FilmRequest) -> Bool {
            if let known = uniformity[key] { return known }
            guard packets.find(atOrBefore: key, into: packet), packet.keyTime == key,
                let frame = decode(key)?.frame, paint(frame, for: request)
            else { return false }
            return isPaintedUniform(key: frame.isDamaged ? nil : key)
        }
    }
#endif
