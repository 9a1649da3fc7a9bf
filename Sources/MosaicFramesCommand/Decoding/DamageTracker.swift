#if Film
    import CFilm
    import CLibAV

    /// Follows damage from the packet in which it begins to the pictures that are predicted from it, up to the next whole key
    /// picture. Packets come in the order of decoding, frames in that of showing.
    struct DamageTracker {
        /// Evidence of damage in one packet.
        struct Evidence {
            /// Parts of its picture were lost.
            var isDamaged = false
            /// Pictures before it are missing, to which it or others may refer.
            var followsGap = false
        }

        /// Frames without a time that may come out of the decoder behind a damaged packet without a time.
        private static let mostReordered = 17

        /// Whether one of the packets was damaged.
        private(set) var isMet = false
        private var isFirst = true
        /// Whether the pictures to which the next packets refer are damaged.
        private var isInherited = false
        /// From when on pictures are whole that are being refreshed by parts; nil where nothing refreshes them.
        private var healing: Int64?
        /// Whether decoding began with a picture that is refreshed by parts, and has not come to a whole one.
        private var isStarting = false
        /// When the last key picture is shown, and whether pictures before it are damaged: some of those shown before it are
        /// decoded behind it.
        private var key: (time: Int64, followsDamage: Bool) = (.min, false)
        private var damaged: Set<Int64> = []
        private var untimed = 0

        /// Takes notice of a packet that was decoded.
        ///
        /// - Parameter isReference: Whether other pictures may refer to its picture.
        mutating func follow(_ packet: Packet, _ evidence: Evidence, isReference: () -> Bool) {
            let time = packet.shownTime
            // A gap before the first packet is the seek, and a key picture does without those before it.
            let lacksReferences = evidence.followsGap && !isFirst && !packet.isWholeKey
            var isDamaged = evidence.isDamaged || lacksReferences
            begin(with: packet, followsGap: evidence.followsGap)
            if let end = healing, let time, time >= end { (isInherited, isStarting, healing) = (false, false, nil) }
            if isStarting { isDamaged = false }
            isMet = isMet || isDamaged
            let isLeading = time.map { $0 < key.time } ?? false
            if isDamaged || isInherited || isLeading && key.followsDamage {
                if let time { damaged.insert(time) } else { untimed = Self.mostReordered }
            }
            if isDamaged, !isLeading, lacksReferences || isReference() { (isInherited, healing) = (true, nil) }
        }

        private mutating func begin(with packet: Packet, followsGap: Bool) {
            defer { isFirst = false }
            guard packet.isKey || isFirst else { return }
            if packet.recovery == 0 {
                key = (packet.time ?? .min, isInherited || followsGap && !isFirst)
                (isInherited, isStarting, healing) = (false, false, nil)
            } else {
                if isFirst { (isInherited, isStarting) = (true, true) }
                if isInherited { healing = healing ?? packet.wholeTime }
            }
        }

        /// Whether a frame that came out is damaged.
        mutating func isDamaged(_ frame: Frame) -> Bool {
            let time = frame.pointer.pointee.pts
            guard time == cfilm_no_time else { return damaged.contains(time) }
            untimed = max(0, untimed - 1)
            return untimed > 0
        }

        /// Takes notice of damage that the decoder tells only when a frame comes out.
        mutating func learn(_ frame: Frame) {
            guard frame.pointer.pointee.pict_type != AV_PICTURE_TYPE_B, frame.pointer.pointee.pts >= key.time else {
                return
            }
            (isInherited, healing) = (true, nil)
        }
    }

    extension Packet {
        fileprivate var isWholeKey: Bool { isKey && recovery == 0 }
    }
#endif
