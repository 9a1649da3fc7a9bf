extension TileFormat {
    /// The first thing in which this format differs from `other`, like `restart interval is 8 MCUs, not 16`; nil
    /// where they are equal.
    public func firstDifference(from other: TileFormat) -> String? {
        if process != other.process { return "coding process is \(process), not \(other.process)" }
        if components.count != other.components.count {
            return "number of components is \(components.count), not \(other.components.count)"
        }
        for (own, theirs) in zip(components, other.components) where own.id != theirs.id {
            return "component identifier is \(own.id), not \(theirs.id)"
        }
        for (own, theirs) in zip(components, other.components) {
            let factors = "\(own.horizontal)x\(own.vertical)"
            let expected = "\(theirs.horizontal)x\(theirs.vertical)"
            if factors != expected { return "sampling of component \(own.id) is \(factors), not \(expected)" }
        }
        if colorModel != other.colorModel {
            return "color model is \(colorModel.rawValue), not \(other.colorModel.rawValue)"
        }
        if orientation != other.orientation { return "orientation is \(orientation), not \(other.orientation)" }
        if restartInterval != other.restartInterval {
            return "restart interval is \(restartInterval) MCUs, not \(other.restartInterval)"
        }
        for (own, theirs) in zip(components, other.components) {
            if let difference = own.firstTableDifference(from: theirs) { return difference }
        }
        return nil
    }
}

extension TileFormat.Component {
    fileprivate func firstTableDifference(from other: Self) -> String? {
        if let place = zip(quantizer, other.quantizer).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            return "quantization table of component \(id) has \(quantizer[place]) at place \(place), "
                + "not \(other.quantizer[place])"
        }
        if dcTable != other.dcTable { return "DC Huffman table of component \(id) is not the same" }
        if acTable != other.acTable { return "AC Huffman table of component \(id) is not the same" }
        return nil
    }
}
