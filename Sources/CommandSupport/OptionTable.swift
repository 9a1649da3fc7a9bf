package import ArgumentParser

/// A group of options that are declared in a table.
///
/// The argument parser reflects a group, and defines each option of it up to 80 times before it reads a command line.
/// Therefore the reflection contains only the options that the command line names.
package protocol OptionTable: ParsableArguments, CustomReflectable {
    /// The type that stores the values: the group itself by default.
    associatedtype Values = Self

    /// The options in the order of the help.
    static var options: [DeclaredOption<Values>] { get }

    var values: Values { get set }
}

extension OptionTable where Values == Self {
    package var values: Self {
        get { self }
        set { self = newValue }
    }
}

extension OptionTable {
    private static var visible: [DeclaredOption<Values>] {
        guard let names = OptionNames.onCommandLine else { return options }
        return options.filter { $0.names.isEmpty || !names.isDisjoint(with: $0.names) }
    }

    /// The definitions of options, which the argument parser finds by reflection.
    package var customMirror: Mirror {
        Mirror(self, children: Self.visible.map { (label: $0.key.stringValue, value: $0.definition) })
    }

    package init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: OptionKey.self)
        for option in Self.visible { try option.read(container, &values) }
    }
}

/// The options that a command line names.
package enum OptionNames {
    /// The names with their dashes; `nil` declares all options, as for a help text.
    @TaskLocal package static var onCommandLine: Set<String>?

    /// Runs work in which only the options of a command line are declared.
    package static func declaring<Value>(only arguments: [String], _ work: () throws -> Value) rethrows -> Value {
        let words = arguments.filter { $0.hasPrefix("-") }.map { String($0.prefix { $0 != "=" }) }
        // A word with one dash may combine one-letter options.
        let letters = words.filter { !$0.hasPrefix("--") }.flatMap { $0.dropFirst().map { "-\($0)" } }
        return try $onCommandLine.withValue(Set(words + letters), operation: work)
    }
}

/// The key of an option's value: its long name.
package struct OptionKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

/// An option, a flag or an argument: a row of an ``OptionTable``.
package struct DeclaredOption<Values>: Sendable {
    package typealias Path<Value> = any WritableKeyPath<Values, Value> & Sendable

    fileprivate let key: OptionKey
    /// The names with their dashes; empty for an argument, which is always declared.
    fileprivate var names: [String]
    fileprivate let definition: any Sendable
    fileprivate let read: @Sendable (KeyedDecodingContainer<OptionKey>, inout Values) throws -> Void
}

extension DeclaredOption {
    private init<Definition: Decodable & Sendable, Value>(
        _ name: String, short: Character? = nil, further: [String] = [], _ path: Path<Value>,
        _ value: @escaping @Sendable (Definition) -> Value, _ definition: (NameSpecification) -> Definition
    ) {
        let key = OptionKey(stringValue: name)
        self.key = key
        names = ([name] + further).map { "--\($0)" } + (short.map { ["-\($0)"] } ?? [])
        self.definition = definition(NameSpecification((short.map { [.customShort($0)] } ?? []) + [.customLong(name)]))
        read = { container, values in
            values[keyPath: path] = value(try container.decode(Definition.self, forKey: key))
        }
    }

    /// An option that may be absent.
    package static func option<Value: ExpressibleByArgument & Sendable>(
        _ path: Path<Value?>, _ name: String, short: Character? = nil, parsing: SingleValueParsingStrategy = .next,
        value: String? = nil, _ help: ArgumentHelp
    ) -> Self {
        Self(name, short: short, path, \.wrappedValue) {
            Option<Value?>(name: $0, parsing: parsing, help: help.naming(value))
        }
    }

    /// An option whose value a function parses.
    package static func option<Value: Sendable>(
        _ path: Path<Value?>, _ name: String, _ help: ArgumentHelp,
        by parse: @escaping @Sendable (String) throws -> Value
    ) -> Self {
        Self(name, path, \.wrappedValue) { Option<Value?>(name: $0, help: help, transform: parse) }
    }

    /// An option that may be repeated.
    package static func list<Value: ExpressibleByArgument & Sendable>(
        _ path: Path<[Value]>, _ name: String, value: String? = nil, _ help: ArgumentHelp
    ) -> Self {
        Self(name, path, \.wrappedValue) {
            Option<[Value]>(wrappedValue: [], name: $0, help: help.naming(value))
        }
    }

    /// A flag with two names: `name` turns it on, and `no-name` turns it off.
    package static func toggle(_ path: Path<Bool?>, _ name: String, _ help: ArgumentHelp) -> Self {
        Self(name, further: ["no-\(name)"], path, \.wrappedValue) {
            Flag<Bool?>(name: $0, inversion: .prefixedNo, help: help)
        }
    }

    /// The same option for a group that contains this option's group.
    package func inside<Outer>(_ path: DeclaredOption<Outer>.Path<Values>) -> DeclaredOption<Outer> {
        DeclaredOption<Outer>(key: key, names: names, definition: definition) { [read] in
            try read($0, &$1[keyPath: path])
        }
    }
}

extension DeclaredOption where Values: OptionTable {
    /// An option with a default, taken from the group's initial values.
    package static func option<Value: ExpressibleByArgument & Sendable>(
        _ path: Path<Value>, _ name: String, value: String? = nil, _ help: ArgumentHelp
    ) -> Self {
        Self(name, path, \.wrappedValue) {
            Option<Value>(wrappedValue: Values()[keyPath: path], name: $0, help: help.naming(value))
        }
    }

    /// A flag that is off by default.
    package static func flag(_ path: Path<Bool>, _ name: String, _ help: ArgumentHelp) -> Self {
        Self(name, path, \.wrappedValue) { Flag<Bool>(wrappedValue: false, name: $0, help: help) }
    }

    /// A flag with two names, `name` for on and `no-name` for off, and a default from the group's initial values.
    package static func toggle(_ path: Path<Bool>, _ name: String, _ help: ArgumentHelp) -> Self {
        Self(name, further: ["no-\(name)"], path, \.wrappedValue) {
            Flag<Bool>(wrappedValue: Values()[keyPath: path], name: $0, inversion: .prefixedNo, help: help)
        }
    }

    /// Flags for the cases of a type, of which one is selected.
    package static func flags<Value: EnumerableFlag & Sendable>(_ path: Path<Value>, _ names: [String]) -> Self {
        Self(names[0], further: names, path, \.wrappedValue) { _ in
            Flag<Value>(wrappedValue: Values()[keyPath: path])
        }
    }

    /// Flags for the cases of a type, of which any number may be given.
    package static func flags<Value: EnumerableFlag & Sendable>(_ path: Path<[Value]>, _ names: [String]) -> Self {
        Self(names[0], further: names, path, \.wrappedValue) { _ in Flag<[Value]>(wrappedValue: []) }
    }

    /// A required argument.
    package static func argument(_ path: Path<String>, value: String, _ help: ArgumentHelp) -> Self {
        var row = Self(value, path, \.wrappedValue) { _ in Argument<String>(help: help.naming(value)) }
        row.names = []
        return row
    }
}

extension ArgumentHelp {
    /// The help with a name for the value; `nil` keeps the parser's own.
    fileprivate func naming(_ value: String?) -> ArgumentHelp {
        var help = self
        if let value { help.valueName = value }
        return help
    }
}
