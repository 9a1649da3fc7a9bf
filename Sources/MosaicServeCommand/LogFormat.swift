/// How log lines look.
enum LogFormat: String, CaseIterable {
    case text, json
}
