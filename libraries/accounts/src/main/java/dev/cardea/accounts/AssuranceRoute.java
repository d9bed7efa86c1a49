package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.util.List;
import java.util.Set;

/** Tells scripts and the site's own server, at {@code assurance}, how the user of this session has proven who they are. */
record AssuranceRoute() implements Route {
    @Override
    public String name() {
        return "assurance";
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET");
    }

    /** It has no form, so it needs no cookie for one. */
    @Override
    public CsrfRule csrf() {
        return CsrfRule.SAME_ORIGIN;
    }

    /** {@code null} without a session, as {@code session} has it. */
    @Override
    public InternalResponse answer(RouteRequest call) {
        var proven = call.login().map(login -> SessionProofs.of(call.store(), login));
        return InternalResponse.json(200, proven.map(Assurance::toClaims).orElse(null), List.of());
    }
}
