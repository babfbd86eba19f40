public import FrameCore

extension Player {
    /// Lets the time pass up to an input and takes it; what it did, or why it did nothing, is returned and in the log.
    ///
    /// An input at a time that is past counts as one of `now`.
    @discardableResult
    public mutating func handle(_ input: PlayerInput, at time: Rational) -> [PlayerNote] {
        advance(to: time)
        let (before, logged) = (snapshot, log.count)
        take(input)
        if snapshot != before { revision += 1 }
        return Array(log[logged...])
    }

    private mutating func take(_ input: PlayerInput) {
        switch input {
        case .set(let setting): change(setting)
        case .filmFailed(let film): filmFailed(film)
        case .leave, .press(.home):
            if state == .left {
                note(.ignored, "the app was left already")
            } else {
                leave("leaves for the home screen")
            }
        case .activate:
            if state == .left { wake("comes back") } else { note(.ignored, "the app is on the screen already") }
        case .press, .swipe, .tap, .tapCard, .longPress:
            if let reason = reasonToIgnore(input) { return note(.ignored, reason) }
            switch state {
            case .left: note(.ignored, "the app was left")
            case .asleep: wake("wakes")
            case .ambient: takeInAmbient(input)
            case .shelf:
                restartIdleTime()
                takeOnShelf(input)
            }
        }
    }

    /// Why an input cannot come from this device, or cannot be where it says.
    private func reasonToIgnore(_ input: PlayerInput) -> String? {
        switch (geometry.profile, input) {
        case (.touch, .press): "the touch screen has no remote"
        case (.remote, .tap), (.remote, .tapCard), (.remote, .longPress): "the remote has no touch screen"
        case (_, .tapCard(let film)) where !catalogue.films.indices.contains(film): "there is no film \(film)"
        default: nil
        }
    }

    // MARK: - Ambient

    private mutating func takeInAmbient(_ input: PlayerInput) {
        switch (geometry.profile, input) {
        case (_, .swipe(.left)): change(forward: true, "next")
        case (_, .swipe(.right)): change(forward: false, "previous")
        case (.remote, .press(.playpause)): togglePause()
        case (.remote, .press(.menu)): leave("leaves by Menu")
        case (.remote, .press), (.remote, .swipe), (.touch, .tap), (.touch, .tapCard): summonShelf()
        case (_, .longPress): note(.ignored, "a long press means nothing here")
        default: note(.ignored, "this swipe means nothing while the shelf is hidden")
        }
    }

    // MARK: - Shelf

    private mutating func takeOnShelf(_ input: PlayerInput) {
        switch input {
        case .press(.menu): dismissShelf("Menu dismisses the shelf")
        case .press(.playpause): togglePause()
        case .press(.select): activate(snapshot.cursor)
        case .press(.up): moveFocus(.up)
        case .press(.down): moveFocus(.down)
        case .press(.left): moveFocus(.left)
        case .press(.right): moveFocus(.right)
        case .swipe(let direction) where geometry.profile == .remote: moveFocus(direction)
        case .swipe(.left): scrollPage(forward: true)
        case .swipe(.right): scrollPage(forward: false)
        case .swipe(.down): dismissShelf("a flick dismisses the shelf")
        case .swipe(.up): note(.ignored, "this swipe means nothing on the shelf")
        case .tap(let x, let y): tap(layout.target(x: x, y: y, scroll: snapshot.scroll.value(at: now)))
        case .tapCard(let film):
            scroll(to: film)
            activate(.film(film))
        case .longPress: note(.ignored, "a long press means nothing here")
        case .press(.home), .leave, .activate, .set, .filmFailed: break
        }
    }

    private mutating func tap(_ target: ShelfLayout.Target) {
        switch target {
        case .item(let item): activate(item)
        case .panel: note(.ignored, "there is nothing on the shelf at that place")
        case .video: dismissShelf("a tap on the video dismisses the shelf")
        }
    }
}
