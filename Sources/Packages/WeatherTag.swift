/// The tags that weather can choose a theme by.
public enum WeatherTag {
    /// The six conditions.
    public static let conditions = ["sunny", "cloudy", "foggy", "rainy", "snowy", "stormy"]

    /// All 19: each condition by day, by night and at any time, and `any`.
    public static let all =
        conditions.map { "day-" + $0 } + conditions.map { "night-" + $0 } + conditions + ["any"]
}
