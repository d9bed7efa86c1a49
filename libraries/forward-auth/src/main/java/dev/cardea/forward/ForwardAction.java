package dev.cardea.forward;

import dev.cardea.observe.Choice;
import dev.cardea.observe.ModuleAction;
import dev.cardea.observe.RequestAction;

/** The routes in meters and traces. A proxy or a page asks for each of them all the time. */
enum ForwardAction implements Choice {
    VERIFY,
    ENTER,
    JWKS;

    RequestAction action() {
        return ModuleAction.of(this).frequent();
    }
}
