import ShaderIR

/// Branches, scopes and loops on masks.
extension ShaderEmitter {
    /// The pixels that take part after a region: those before it, without the ones that have left for good.
    private func liveAfter(_ before: String?, _ region: Int) -> String? {
        var places = uniformity.escapes[region].sorted().compactMap { leftPlace[$0] }
        if let dropped, containsLoop[region] { places.append(dropped) }
        var result = before
        for place in places {
            let staying = code.not(code.loadMask(place))
            result = result.map { code.and($0, staying) } ?? staying
        }
        return result
    }

    func branch(_ condition: Int, _ region: Int) {
        let span = draft.regions[region]
        let middle = span.middle < 0 ? span.end : span.middle
        let thenPart = span.begin + 1..<middle
        let otherPart = span.middle < 0 ? span.end..<span.end : span.middle + 1..<span.end
        let before = live
        if !uniformity.isVarying[region] {
            let (then, otherwise, end) = (
                code.newLabel("then"), code.newLabel("else"), code.newLabel("end")
            )
            code.branch(operand(condition, scalar: true), then, otherPart.isEmpty ? end : otherwise)
            code.place(then)
            enclosed(thenPart, closing: end)
            code.jump(to: end)
            if !otherPart.isEmpty {
                live = before
                code.place(otherwise)
                enclosed(otherPart, closing: end)
            }
            code.place(end)
            live = liveAfter(before, region)
            return
        }
        let mask = operand(condition, scalar: false)
        let isTrue = before.map { code.and($0, mask) } ?? mask
        let inverse = otherPart.isEmpty ? "" : code.not(mask)
        let isFalse = otherPart.isEmpty ? "" : before.map { code.and($0, inverse) } ?? inverse
        if cost(span.begin + 1..<span.end) <= Self.freeCost {
            // Cheaper than a jump that is often mispredicted.
            conditionalDepth += 1
            live = isTrue
            _ = emit(thenPart)
            if !otherPart.isEmpty {
                live = isFalse
                _ = emit(otherPart)
            }
            conditionalDepth -= 1
            live = before
            return
        }
        let (then, middleLabel) = (code.newLabel("then"), code.newLabel("middle"))
        code.branch(code.any(isTrue), then, middleLabel)
        code.place(then)
        live = isTrue
        enclosed(thenPart, closing: middleLabel)
        code.place(middleLabel)
        if !otherPart.isEmpty {
            let (otherwise, end) = (code.newLabel("else"), code.newLabel("end"))
            code.branch(code.any(isFalse), otherwise, end)
            code.place(otherwise)
            live = isFalse
            enclosed(otherPart, closing: end)
            code.place(end)
        }
        live = liveAfter(before, region)
    }

    /// Emits a block of its own; what has no live pixels left goes on at `closing`.
    private func enclosed(_ range: Range<Int>, closing: String, isConditional: Bool = true) {
        closings.append(closing)
        conditionalDepth += isConditional ? 1 : 0
        _ = emit(range)
        conditionalDepth -= isConditional ? 1 : 0
        closings.removeLast()
    }

    func scope(_ region: Int) {
        let span = draft.regions[region]
        let before = live
        let end = code.newLabel("scope")
        endLabel[region] = end
        if uniformity.isVarying[region] { leftPlace[region] = clearedMask() }
        enclosed(span.begin + 1..<span.end, closing: end, isConditional: false)
        code.place(end)
        live = liveAfter(before, region)
    }

    private func leave(_ scope: Int, _ pixels: String) {
        guard let place = leftPlace[scope] else { return }
        code.storeMask(code.or(code.loadMask(place), pixels), to: place)
    }

    func exit(_ scope: Int) {
        if uniformity.isVarying[scope] {
            leave(scope, live ?? code.splat("true", "i1"))
            code.jump(to: closings.last ?? "next")
        } else {
            code.jump(to: endLabel[scope] ?? "next")
        }
    }

    func exitWhere(_ condition: Int, _ isTrue: Bool, _ scope: Int) {
        let stay = code.newLabel("stay")
        if isScalar(condition) {
            let decision = operand(condition, scalar: true)
            let go = uniformity.isVarying[scope] ? code.newLabel("go") : endLabel[scope] ?? "next"
            code.branch(decision, isTrue ? go : stay, isTrue ? stay : go)
            if uniformity.isVarying[scope] {
                code.place(go)
                leave(scope, live ?? code.splat("true", "i1"))
                code.jump(to: closings.last ?? "next")
            }
            code.place(stay)
            return
        }
        let mask = operand(condition, scalar: false)
        let inverse = code.not(mask)
        let (leaving, staying) = isTrue ? (mask, inverse) : (inverse, mask)
        leave(scope, live.map { code.and($0, leaving) } ?? leaving)
        let rest = live.map { code.and($0, staying) } ?? staying
        live = rest
        code.branch(code.any(rest), stay, closings.last ?? "next")
        code.place(stay)
    }

    func loop(_ region: Int) {
        let span = draft.regions[region]
        let (head, body, latch, end) = (
            code.newLabel("loop"), code.newLabel("body"), code.newLabel("latch"), code.newLabel("ended")
        )
        // Where all pixels go round together there is no mask to keep.
        let isMasked = live != nil || !uniformity.escapes[region].isEmpty
        var place = ""
        if isMasked {
            place = code.allocate(code.maskMemoryType)
            let all = live ?? code.splat("true", "i1")
            // Nothing outside the target may keep a loop going; helpers count as long as their quad needs them.
            code.storeMask(hasDerivatives ? all : code.and(all, real), to: place)
        }
        code.place(head)
        if isMasked, hasDerivatives { dropLonelyHelpers(place) }
        if isMasked {
            live = code.loadMask(place)
            code.branch(code.any(live ?? ""), body, end)
            code.place(body)
        }
        count()
        let entered = live
        enclosed(span.begin + 1..<span.end, closing: latch)
        code.place(latch)
        if isMasked {
            let rest = liveAfter(entered, region) ?? code.splat("true", "i1")
            code.storeMask(rest, to: place)
        }
        code.jump(to: head)
        code.place(end)
        // A loop is left through scopes around it only.
        code.jump(to: closings.last ?? "next")
    }

    /// Counts one entry into the body of a loop; as long as there are few, no pixel can have more.
    func count() {
        let count = code.emit("add i32 \(code.emit("load i32, ptr \(iterations)")), 1")
        code.line("store i32 \(count), ptr \(iterations)")
        let within = code.newLabel("within")
        code.branch(code.emit("icmp ugt i32 \(count), \(loopLimit)"), "overLimit", within)
        code.place(within)
    }

    /// Takes helpers out of a loop in which no pixel of their quad is left that is inside the target.
    private func dropLonelyHelpers(_ place: String) {
        guard let dropped else { return }
        let (lonely, after) = (code.newLabel("helpers"), code.newLabel("helped"))
        code.branch(hasHelpers, lonely, after)
        code.place(lonely)
        let now = code.loadMask(place)
        let mask = "<\(code.lanes) x i1>"
        func gather(_ from: String, _ lane: (Int) -> Int) -> String {
            code.emit("shufflevector \(mask) \(from), \(mask) poison, <\(code.lanes) x i32> \(code.integers(lane))")
        }
        let needed = code.and(now, real)
        let rows = code.or(needed, gather(needed) { $0 ^ self.code.columns })
        let quads = code.or(rows, gather(rows) { $0 ^ 1 })
        let gone = code.and(now, code.not(quads))
        code.storeMask(code.or(code.loadMask(dropped), gone), to: dropped)
        code.storeMask(code.and(now, quads), to: place)
        code.place(after)
    }

    // MARK: - Costs

    /// What a branch may cost, in simple operations, to be computed without a jump.
    private static let freeCost = 20

    /// About how many simple operations steps take; a lot for what must not run in vain.
    private func cost(_ range: Range<Int>) -> Int {
        var sum = 0
        for position in range {
            switch draft.steps[position] {
            case .compute(let value): sum += cost(of: value)
            case .store, .otherwise, .endBranch, .count: sum += 1
            case .branch(_, let region): sum += uniformity.isVarying[region] ? 1 : 1000
            case .fetch, .storeElement, .scope, .endScope, .loop, .endLoop, .exit, .exitWhere, .discard: sum += 1000
            }
        }
        return sum
    }

    private func cost(of value: Int) -> Int {
        if clusters.isMember[value] { return 1000 }
        if case .element = draft.instructions[value] { return 1000 }
        return draft.cost(of: value)
    }
}
