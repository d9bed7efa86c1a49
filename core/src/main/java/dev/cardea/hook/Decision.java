package dev.cardea.hook;

import dev.cardea.http.Response;

/** What a callback decides. */
public sealed interface Decision {
    /** Go on. */
    static Decision allow() {
        return Allow.INSTANCE;
    }

    /** Stop. From {@code authorized}: a visitor who is not signed in is sent to sign in, and a signed-in user gets 403. */
    static Decision deny() {
        return Deny.INSTANCE;
    }

    /**
     * Stop, and offer no sign-in, as it would not help. From {@code authorized}: every visitor gets 403, as a page where a
     * page was asked for, else as {@code {"error":"forbidden"}}. From {@code signIn} it is {@link #deny}.
     */
    static Decision forbid() {
        return Forbid.INSTANCE;
    }

    /** {@link #allow} or {@link #deny}. */
    static Decision allowIf(boolean allowed) {
        return allowed ? allow() : deny();
    }

    /** Stop, and send the browser there; the address goes through the {@code redirect} callback. */
    static Decision redirectTo(String url) {
        return new RedirectTo(url);
    }

    /** From {@code authorized} only: this answer instead of the page. */
    static Decision respond(Response response) {
        return new Respond(response);
    }

    /** See {@link #allow}. */
    enum Allow implements Decision {
        INSTANCE
    }

    /** See {@link #deny}. */
    enum Deny implements Decision {
        INSTANCE
    }

    /** See {@link #forbid}. */
    enum Forbid implements Decision {
        INSTANCE
    }

    /** See {@link #redirectTo}. */
    record RedirectTo(String url) implements Decision {}

    /** See {@link #respond}. */
    record Respond(Response response) implements Decision {}
}
