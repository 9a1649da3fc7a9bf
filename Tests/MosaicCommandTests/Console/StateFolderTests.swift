import CommandSupport
import Testing

struct StateFolderTests {
    @Test(arguments: [
        (["HOME": "/home/a", "XDG_STATE_HOME": "/state", "STATE_DIRECTORY": "/var/lib/mosaic:/b"], "/var/lib/mosaic"),
        (["HOME": "/home/a", "XDG_STATE_HOME": "/state"], "/state/mosaic"),
        (["HOME": "/home/a", "XDG_STATE_HOME": "state"], "/home/a/.local/state/mosaic"),
        (["HOME": "/home/a"], "/home/a/.local/state/mosaic"), ([:], "/var/lib/mosaic"),
    ])
    func `a library without a name is in the state folder of the service, or of the user`(
        environment: [String: String], path: String
    ) {
        #expect(StateFolder.path(in: environment) == path)
    }
}
