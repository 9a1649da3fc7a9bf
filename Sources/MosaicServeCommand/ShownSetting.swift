import Configuration

/// A setting for `--print-config`; of a secret only whether it is set.
struct ShownSetting: Encodable {
    /// Nil for nothing.
    let value: ConfigContent?
    /// Where the value was found.
    let from: String

    init(_ setting: Setting, in configuration: ServeConfiguration, from: String) {
        var value = setting.value(configuration)
        if value == .string("") { value = nil }
        self.value = setting.isSecret ? .string(value == nil ? "not set" : "set") : value
        self.from = from
    }

    /// The value as people read it; nil for nothing.
    var text: String? { value?.text }

    private enum Key: CodingKey { case value, from }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(from, forKey: .from)
        switch value {
        case .string(let text): try container.encode(text, forKey: .value)
        case .int(let number): try container.encode(number, forKey: .value)
        case .double(let number): try container.encode(number, forKey: .value)
        case .bool(let truth): try container.encode(truth, forKey: .value)
        case .stringArray(let texts): try container.encode(texts, forKey: .value)
        default: try container.encodeNil(forKey: .value)
        }
    }
}

extension ConfigContent {
    /// The value as people read it; nil for other types than those of settings.
    var text: String? {
        switch self {
        case .string(let text): text
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        case .stringArray(let texts): texts.joined(separator: ", ")
        default: nil
        }
    }
}
