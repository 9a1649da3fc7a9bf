/// The packets of a transport stream.
enum MPEGTransportStream {
    private static let packetBytes = 188

    /// Interleaves the programmes as a multiplex does, while ffmpeg writes one behind the other if their clocks differ: the
    /// streams with the identifiers 0x100 and 0x101, behind all tables.
    static func interleaved(_ file: [UInt8]) -> [UInt8] {
        var (tables, first, second): ([[UInt8]], [[UInt8]], [[UInt8]]) = ([], [], [])
        for start in stride(from: 0, through: file.count - packetBytes, by: packetBytes) {
            let packet = Array(file[start..<start + packetBytes])
            switch Int(packet[1] & 0x1F) << 8 | Int(packet[2]) {
            case 0x100: first.append(packet)
            case 0x101: second.append(packet)
            default: tables.append(packet)
            }
        }
        var result = tables.joined().map(\.self)
        var taken = 0
        for (index, packet) in first.enumerated() {
            result += packet
            let due = (index + 1) * second.count / first.count
            result += second[taken..<due].joined()
            taken = due
        }
        return result
    }

    /// Leaves out each so-many-th packet of the stream with the identifier 0x100 between two bytes.
    static func without(every count: Int, of file: [UInt8], from begin: Int, to end: Int) throws -> [UInt8] {
        guard begin < end else { throw Bytes.Missing(name: "packets") }
        var result: [UInt8] = []
        var number = 0
        for start in stride(from: 0, through: file.count - packetBytes, by: packetBytes) {
            let isOfStream = file[start + 1] & 0x1F == 1 && file[start + 2] == 0
            if isOfStream, begin..<end ~= start {
                number += 1
                if number % count == 0 { continue }
            }
            result += file[start..<start + packetBytes]
        }
        return result
    }

    /// Marks all packets of the stream with the identifier 0x100 as scrambled, and changes their content.
    static func scrambled(_ file: [UInt8]) -> [UInt8] {
        var file = file
        for start in stride(from: 0, through: file.count - packetBytes, by: packetBytes)
        where file[start + 1] & 0x1F == 1 && file[start + 2] == 0 && file[start + 3] & 0x10 != 0 {
            let field = file[start + 3] & 0x20 != 0 ? 1 + Int(file[start + 4]) : 0
            file[start + 3] |= 0x80
            for index in start + 4 + field..<start + packetBytes {
                file[index] ^= UInt8(truncatingIfNeeded: 91 &+ 37 &* index)
            }
        }
        return file
    }
}
