extension Scenario.Step {
    /// The step as the text of a scenario, from its hyphen on, without a line end.
    public var yaml: String { "- " + name }
}
