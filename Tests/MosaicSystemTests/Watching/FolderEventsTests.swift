@testable import MosaicSystem

#if canImport(Glibc)
    import Glibc
    import Testing

    @testable import MosaicSystem

    struct FolderEventsTests {
        /// An event as the kernel lays it out; the name is padded with zeros.
        private func event(_ mask: Int32, _ name: String = "", padding: Int = 1) -> [UInt8] {
            let name = name.isEmpty ? [] : Array(name.utf8) + [UInt8](repeating: 0, count: padding)
            let words = [1, UInt32(bitPattern: mask), 0, UInt32(name.count)]
            return words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } } + name
        }

        private func events(_ parts: [UInt8]...) -> FolderEvents {
            var events = FolderEvents()
            // A slice that does not start at 0, as a caller may have.
            events.add(([9, 9] + parts.flatMap(\.self)).dropFirst(2))
            return events
        }

        @Test(arguments: [IN_CREATE, IN_CLOSE_WRITE, IN_ATTRIB, IN_MOVED_TO, IN_MOVED_FROM, IN_DELETE])
        func `a file that came, went or was closed has changed`(mask: Int32) {
            let events = events(event(mask, "ch1_0s.jpg", padding: 6))
            #expect(events.changed == ["ch1_0s.jpg"])
            #expect(events.written.isEmpty && !events.areLast && !events.concernAll)
        }

        @Test func `separates written files from other changes`() {
            let events = events(event(IN_MODIFY, "a.jpg"), event(IN_CREATE, "b.jpg"), event(IN_MODIFY, "c.jpg"))
            #expect(events.written == ["a.jpg", "c.jpg"])
            #expect(events.changed == ["b.jpg"])
        }

        @Test(arguments: [IN_Q_OVERFLOW, IN_MOVE_SELF, IN_DELETE_SELF, IN_ATTRIB])
        func `an event without a name concerns all files`(mask: Int32) {
            let events = events(event(mask), event(IN_CREATE, "a.jpg"))
            #expect(events.concernAll && !events.areLast)
            #expect(events.changed == ["a.jpg"])
        }

        @Test func `a watch that the kernel gave up is over`() {
            #expect(events(event(IN_DELETE_SELF), event(IN_IGNORED)).areLast)
        }

        @Test func `ignores an incomplete event at the end`() {
            let whole = event(IN_CREATE, "a.jpg")
            let cut = event(IN_CREATE, "b.jpg")
            for length in 0..<cut.count {
                #expect(events(whole, Array(cut.prefix(length))).changed == ["a.jpg"])
            }
            #expect(events([]) == FolderEvents())
        }
    }
#endif
