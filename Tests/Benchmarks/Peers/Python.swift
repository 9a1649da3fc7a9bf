/// The Python on this machine.
enum Python {
    /// Its path; nil where there is none that has the module.
    static func path(importing module: String) -> String? {
        guard let python = ChildProcess.find("python3"),
            (try? ChildProcess.run([python, "-c", "import \(module); print()"])) != nil
        else { return nil }
        return python
    }
}
