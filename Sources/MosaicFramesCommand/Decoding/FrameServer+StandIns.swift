#if Film
    import FilmProtocol

    /// Replaces damaged, missing and nearly uniform frames with key frames.
    extension FrameServer {
        /// Maximum number of key frames tried in place of a nearly uniform frame.
        private static let mostSubstitutes = 4
        /// Maximum number of key frames tried in place of a damaged frame.
        private static let mostRescues = 8

        /// Finds the frame of a time. If it is damaged or missing, finds the first whole key frame after it within the
        /// room of the time, if there is one.
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
        /// - Parameter key: The key packet of the picture, for which the result is recorded; nil for an exact or
        ///   damaged frame.
        func isPaintedUniform(key: Int64?) -> Bool {
            let isUniform = isNearlyUniform(planes, width: size.width, height: size.height)
            if let key { uniformity[key] = isUniform }
            return isUniform
        }

        /// Paints a nearby key frame that is not nearly uniform; returns nil, with the planes unchanged, if there is
        /// none.
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

        /// The key packet that ``standIn(for:_:in:)`` finds for a nearly uniform key frame. Key frames whose uniformity
        /// is known are not decoded again.
        func standInKey(for key: Int64, _ wanted: FilmRequest.Frame, in request: FilmRequest) -> Int64? {
            neighbours(of: key, wanted) { key in
                if let known = uniformity[key] { return !known }
                guard let frame = keyFrames.frame(of: packet), !frame.isDamaged, paint(frame, for: request) else {
                    return false
                }
                return !isPaintedUniform(key: key)
            }
        }

        /// Finds the first nearby key packet that can replace a uniform frame: alternately after and before a time.
        ///
        /// - Parameter stands: Whether the key packet that was read last can replace the frame, by its key time.
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

        /// Whether a key packet is near enough to replace a uniform frame.
        private func isNear(_ key: Int64, _ wanted: FilmRequest.Frame) -> Bool {
            (film.timeline.microseconds(key) - wanted.time.bounded).magnitude <= UInt64(wanted.reach)
        }

        /// Whether the picture of a key packet is nearly uniform. Decodes the picture only if that is not known.
        func isUniform(_ key: Int64, in request: FilmRequest) -> Bool {
            if let known = uniformity[key] { return known }
            guard packets.find(atOrBefore: key, into: packet), packet.keyTime == key,
                let frame = decode(key)?.frame, paint(frame, for: request)
            else { return false }
            return isPaintedUniform(key: frame.isDamaged ? nil : key)
        }
    }
#endif
