package dev.cardea.benchmarks;

import java.util.List;

/**
 * A server to measure.
 *
 * @param path that is asked as a signed-in user
 * @param command with {@code PORT} for the port to serve, and {@code HELPER} for that of the helper
 * @param hasSignIns whether its sign-ins are measured too
 * @param helper a program that the server calls, with {@code HELPER} for its port; empty for none
 */
record Peer(String name, Login door, String path, boolean hasSignIns, List<String> command, List<String> helper) {
    /** How a visitor signs in. */
    enum Login {
        NONE,
        /** Nowhere, but the browser sends a cookie as long as a session token, as it does to every page of a site. */
        COOKIE,
        CARDEA,
        FORM,
        BEARER,
        PAC4J,
        BETTER_AUTH;

        boolean isSignIn() {
            return this != NONE && this != COOKIE && this != BEARER;
        }
    }

    static Peer of(String name, Login door, String path, List<String> command) {
        return new Peer(name, door, path, door.isSignIn(), command, List.of());
    }

    /** For a server whose sign-ins another row measures. */
    Peer withoutSignIns() {
        return new Peer(name, door, path, false, command, helper);
    }

    Peer helper(List<String> program) {
        return new Peer(name, door, path, hasSignIns, command, program);
    }
}
