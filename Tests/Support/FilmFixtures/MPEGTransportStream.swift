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
}
