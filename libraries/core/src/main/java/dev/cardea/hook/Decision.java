package dev.cardea.hook;

import dev.cardea.http.Response;

/** The decision of a callback. */
public sealed interface Decision {
    /** Continues. */
    static Decision allow() {
        return Allow.INSTANCE;
    }

    /**
     * Stops. From {@code authorized}: a visitor who is not signed in is redirected to sign in, and a signed-in user
     * gets 403.
     */
    static Decision deny() {
        return Deny.INSTANCE;
    }

    /**
     * Stops without offering sign-in, because it would not help. From {@code authorized}: every visitor gets 403, as a
     * page if the request accepts a page, otherwise as {@code {"error":"forbidden"}}. From {@code signIn} it is
     * {@link #deny}.
     */
    static Decision forbid() {
        return Forbid.INSTANCE;
    }

    /** Returns {@link #allow} or {@link #deny}. */
    static Decision allowIf(boolean allowed) {
        return allowed ? allow() : deny();
    }

    /** Stops and redirects the browser; the address passes through the {@code redirect} callback. */
    static Decision redirectTo(String url) {
        return new RedirectTo(url);
    }

    /** Sends this response instead of the page; from {@code authorized} only. */
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
