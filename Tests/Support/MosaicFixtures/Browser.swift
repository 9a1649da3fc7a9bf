import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Headless Chromium with one page, driven as its own developer tools do.
///
/// See [the protocol](https://chromedevtools.github.io/devtools-protocol/).
package final class Browser {
    package struct Failure: Error {
        package let reason: String
    }

    /// Nil where Chromium is not installed; `.ci/run` installs Debian's.
    package static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// However slow the machine is, an answer comes within these milliseconds.
    private static let timeout: Int32 = 120_000

    private let process = Process()
    private let profile = TemporaryFolder()
    private let commands = Pipe()
    private let answers = Pipe()
    private var received: [UInt8] = []
    private var number = 0
    private var session: String?

    /// Starts a browser whose window has this size, in pixels of `scale` screen dots each.
    package init(width: Int = 1_280, height: Int = 1_000, scale: Double = 1) throws {
        guard let path = Self.path else { throw Failure(reason: "Chromium is not installed.") }
        process.executableURL = URL(filePath: "/bin/sh")
        // Chromium listens on descriptor 3 and speaks on 4.
        process.arguments = [
            "-c", #"exec "$0" "$@" 3<&0 4>&1 >/dev/null 2>&1"#, path, "--headless", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--no-first-run", "--force-device-scale-factor=\(scale)",
            "--force-color-profile=srgb", "--hide-scrollbars", "--window-size=\(width),\(height)",
            "--user-data-dir=\(profile.path)", "--remote-debugging-pipe",
        ]
        process.standardInput = commands
        process.standardOutput = answers
        process.standardError = FileHandle.nullDevice
        try process.run()
        let target = try call("Target.createTarget", ["url": "about:blank"])
        let attached = try call(
            "Target.attachToTarget", ["targetId": target["targetId"] as? String ?? "", "flatten": true])
        session = attached["sessionId"] as? String
    }

    deinit {
        try? commands.fileHandleForWriting.close()
        process.terminate()
        process.waitUntilExit()
    }

    /// Opens a page and waits until it has loaded.
    package func open(_ url: String) throws {
        try call("Page.navigate", ["url": url])
        try wait(until: "location.href === \(Self.quoted(url)) && document.readyState === 'complete'")
    }

    /// Runs a script before those of each page that is opened from now on.
    package func prepare(_ script: String) throws {
        try call("Page.addScriptToEvaluateOnNewDocument", ["source": script])
        try call("Page.enable", [:])
    }

    /// Evaluates a script; returns its result as JSON.
    @discardableResult
    package func evaluate(_ script: String) throws -> Any? {
        let answer = try call(
            "Runtime.evaluate", ["expression": script, "returnByValue": true, "awaitPromise": true])
        if let exception = answer["exceptionDetails"] as? [String: Any] { throw Failure(reason: "\(exception)") }
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// Waits until a script comes to true.
    package func wait(until script: String) throws {
        let deadline = ContinuousClock.now + .milliseconds(Int(Self.timeout))
        // While a page gives way to the next there is none to ask.
        while (try? evaluate(script)) as? Bool != true {
            guard ContinuousClock.now < deadline, process.isRunning else {
                throw Failure(reason: "It never came: \(script)")
            }
            usleep(20_000)
        }
    }

    /// Moves the pointer to a place in the window.
    package func movePointer(x: Double, y: Double) throws {
        try call("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": x, "y": y])
    }

    /// Clicks a place in the window.
    package func click(x: Double, y: Double) throws {
        try movePointer(x: x, y: y)
        for type in ["mousePressed", "mouseReleased"] {
            try call(
                "Input.dispatchMouseEvent", ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
        }
    }

    /// Presses a key that is known by its name, such as `Tab` or `ArrowRight`.
    package func press(_ key: String) throws {
        let codes = [
            "Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
            "ArrowRight": 39, "ArrowDown": 40, "/": 191,
        ]
        for type in ["keyDown", "keyUp"] {
            var event: [String: Any] = [
                "type": type, "key": key, "code": key, "windowsVirtualKeyCode": codes[key] ?? 0,
            ]
            if key == "Enter", type == "keyDown" { event["text"] = "\r" }
            try call("Input.dispatchKeyEvent", event)
        }
    }

    /// A part of the window, as PNG.
    package func picture(x: Double, y: Double, width: Double, height: Double) throws -> [UInt8] {
        let clip = ["x": x, "y": y, "width": width, "height": height, "scale": 1]
        let answer = try call("Page.captureScreenshot", ["format": "png", "clip": clip])
        guard let data = (answer["data"] as? String).flatMap({ Data(base64Encoded: $0) }) else {
            throw Failure(reason: "There is not a picture.")
        }
        return Array(data)
    }

    @discardableResult
    private func call(_ method: String, _ parameters: [String: Any]) throws -> [String: Any] {
        number += 1
        var message: [String: Any] = ["id": number, "method": method, "params": parameters]
        message["sessionId"] = session
        try commands.fileHandleForWriting.write(
            contentsOf: try JSONSerialization.data(withJSONObject: message) + Data([0]))
        while true {
            // Whatever else is said, events among it, is of no interest.
            guard let answer = try JSONSerialization.jsonObject(with: nextMessage()) as? [String: Any],
                answer["id"] as? Int == number
            else { continue }
            if let error = answer["error"] as? [String: Any] { throw Failure(reason: "\(method): \(error)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
    }

    private func nextMessage() throws -> Data {
        while true {
            if let end = received.firstIndex(of: 0) {
                defer { received.removeFirst(end + 1) }
                return Data(received[..<end])
            }
            let handle = answers.fileHandleForReading
            var waiting = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Self.timeout) > 0 else { throw Failure(reason: "The browser does not answer.") }
            let part = handle.availableData
            guard !part.isEmpty else { throw Failure(reason: "The browser has ended.") }
            received += part
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
