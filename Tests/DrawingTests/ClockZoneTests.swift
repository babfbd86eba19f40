import Foundation
import Testing

@testable import Drawing

@Suite struct ClockZoneTests {
    @Test func withoutDataAPackageIsNamed() throws {
        let error = #expect(throws: DrawingError.self) {
            try ClockZone("Europe/Berlin", dataDirectory: "/nonexistent")
        }
        #expect(error?.code == .timeZoneDataMissing)
        #expect(error?.description.contains("apt install tzdata") == true)
    }

    @Test(arguments: [("UTC", 0), ("+02:00", 7200), ("-1130", -41_400), ("Z", 0)])
    func offsetsNeedNoData(name: String, offset: Int64) throws {
        #expect(try ClockZone(name, dataDirectory: "/nonexistent").offset(at: 0) == offset)
    }

    @Test func aZoneNeedsItsFile() throws {
        let error = #expect(throws: DrawingError.self) { try ClockZone("Europe/Atlantis") }
        #expect(error?.code == .unknownTimeZone)
        #expect(try ClockZone("Europe/Berlin").offset(at: 0) == 3600)
    }
}
