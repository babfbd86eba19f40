import Storage
import Testing

@Suite struct DeviceFolderTests {
    @Test func aMissingFileIsNoFailure() throws {
        #expect(try DeviceFolder(path: "/nowhere-at-all/").read("state.json") == nil)
    }
}
