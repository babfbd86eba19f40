import Diagnostics
import StructuredText

/// A city that the search found.
public struct CityResult: Hashable, Sendable {
    /// Name, region and country as far as they tell cities apart, and the coordinates.
    public let location: WeatherLocation

    /// What is shown: the name, then the region unless it equals the name, then the country unless it is the US.
    public var label: String { location.name }

    /// The label that results are shown by.
    public static func label(name: String, region: String?, country: String?, countryCode: String?) -> String {
        var parts = [name]
        if let region, !region.isEmpty, region != name { parts.append(region) }
        if let country, !country.isEmpty, countryCode != "US" { parts.append(country) }
        return parts.joined(separator: ", ")
    }
}

/// Reads the body of a city search's answer; no `results` means that nothing matches.
///
/// A result without a name, or with coordinates that are none, is skipped.
public func parseCitySearch(_ body: [UInt8]) -> Result<[CityResult], WeatherFailure> {
    AnswerText.read(body).flatMap { root in
        guard let results = root["results"], !results.isNull else { return .success([]) }
        guard let elements = results.elements else {
            return .failure(AnswerText.missing("results", results, wanted: "an array"))
        }
        return .success(
            elements.compactMap { element in
                guard let name = element["name"]?.string, !name.isEmpty, let latitude = element["latitude"]?.number,
                    let longitude = element["longitude"]?.number
                else { return nil }
                let label = CityResult.label(
                    name: name, region: element["admin1"]?.string, country: element["country"]?.string,
                    countryCode: element["country_code"]?.string)
                return WeatherLocation(
                    name: Wording.printable(label), latitude: latitude, longitude: longitude
                ).map { CityResult(location: $0) }
            })
    }
}

/// Reads a whole answer to `WeatherRequest.search`; anything but status 200 is a failure.
public func readCitySearch(_ answer: WeatherAnswer) -> Result<[CityResult], WeatherFailure> {
    if let failure = AnswerText.statusFailure(answer, now: nil) { return .failure(failure) }
    return parseCitySearch(answer.body)
}
