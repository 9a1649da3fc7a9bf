#if Film
    /// The links of a chained Ogg file: concatenated films, each with a separate clock. Libav reads the times of all
    /// links as times of one film.
    ///
    /// - SeeAlso: [RFC 3533, section 4](https://www.rfc-editor.org/rfc/rfc3533#section-4)
    struct OggChain {
        /// The head of a page.
        private struct Page {
            /// Maximum lengths of a head and of a page, in bytes.
            static let longestHead = 27 + 255
            static let longest = longestHead + 255 * 255

            let begins: Bool
            let serial: [UInt8]
            let length: Int64

            /// Parses a page from its first byte on; `nil` if the bytes are not a page.
            init?(_ bytes: [UInt8]) {
                guard bytes.count >= 27, bytes.starts(with: "OggS".utf8) else { return nil }
                let segments = Int(bytes[26])
                begins = bytes[5] & 2 != 0
                serial = Array(bytes[14..<18])
                length = Int64(27 + segments) + bytes[27...].prefix(segments).reduce(0) { $0 + Int64($1) }
            }
        }

        /// Maximum number of pages in the first link.
        private static let mostPages = 1 << 22

        /// Offset after the first link.
        let firstEnd: Int64

        /// Reads a file's pages; nil if all pages belong to one link, or a page is damaged.
        init?(_ file: FilmFile) {
            var position: Int64 = 0
            var serials: Set<[UInt8]> = []
            var first = Self.page(of: file, at: position)
            while let page = first, page.begins {
                serials.insert(page.serial)
                position += page.length
                first = Self.page(of: file, at: position)
            }
            guard !serials.isEmpty, let last = Self.lastPage(of: file), !serials.contains(last.serial) else {
                return nil
            }
            for _ in 0..<Self.mostPages {
                guard let page = Self.page(of: file, at: position) else { return nil }
                if page.begins { break }
                position += page.length
                file.tick()
            }
            firstEnd = position
        }

        private static func page(of file: FilmFile, at position: Int64) -> Page? {
            Page(file.bytes(Page.longestHead, at: position))
        }

        private static func lastPage(of file: FilmFile) -> Page? {
            let bytes = file.bytes(Page.longest, at: max(0, file.size - Int64(Page.longest)))
            return bytes.indices.reversed().lazy.filter { bytes[$0] == UInt8(ascii: "O") }
                .compactMap { Page(Array(bytes[$0...].prefix(Page.longestHead))) }.first
        }
    }
#endif
