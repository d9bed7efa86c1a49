package dev.cardea.server.doctor;

import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProviderLogout.RpInitiated;

/** Says what to register with a provider for its logouts, and whether its discovery document has what they need. */
record LogoutChecks(Diagnosis diagnosis) {
    /** @param siteUrl with the base path */
    void addresses(OAuthProvider provider, String siteUrl) {
        var logout = provider.logout();
        var name = "the provider " + provider.id();
        if (logout.rpInitiated() != RpInitiated.NEVER) {
            register(name + " returns from a logout to " + siteUrl + "/logout", "post-logout redirect URI");
        }
        if (logout.backChannel()) {
            var address = siteUrl + "/backchannel-logout/" + provider.id();
            register(name + " reports logouts to " + address, "back-channel logout URI");
        }
        if (logout.frontChannel()) {
            var address = siteUrl + "/frontchannel-logout/" + provider.id();
            register(name + " shows " + address + " in a frame", "front-channel logout URI");
        }
        if (logout.initiateLogin())
            register(name + " begins sign-ins at " + siteUrl + "/initiate", "initiate login URI");
    }

    private void register(String what, String uri) {
        diagnosis.ok(DoctorCheck.REDIRECT, what + "; register this " + uri + " there");
    }

    /** Reads the provider's discovery document (RP-Initiated Logout 1.0 §2.1, Back-Channel §2.1, Front-Channel §3). */
    void support(OAuthProvider provider, Claims metadata) {
        var logout = provider.logout();
        var name = "the provider " + provider.id();
        if (logout.rpInitiated() != RpInitiated.NEVER) rpInitiated(name, metadata);
        if (logout.backChannel()) backChannel(name, metadata);
        if (logout.frontChannel()) frontChannel(name, metadata);
    }

    private void rpInitiated(String name, Claims metadata) {
        if (metadata.text("end_session_endpoint") != null) {
            diagnosis.ok(DoctorCheck.LOGOUT, name + " has an end_session_endpoint");
            return;
        }
        diagnosis.advise(
                DoctorCheck.LOGOUT,
                name
                        + " has no end_session_endpoint, so a sign-out ends only the session of this site; remove rpInitiated");
    }

    private void backChannel(String name, Claims metadata) {
        if (!isTrue(metadata, "backchannel_logout_supported")) {
            diagnosis.advise(
                    DoctorCheck.LOGOUT,
                    name
                            + " doesn't say that it sends logout tokens (backchannel_logout_supported); turn them on there,"
                            + " or remove backChannel");
        } else if (!isTrue(metadata, "backchannel_logout_session_supported")) {
            diagnosis.advise(
                    DoctorCheck.LOGOUT,
                    name + " sends logout tokens without a session ID (backchannel_logout_session_supported); each ends"
                            + " all sessions that its user began there, until you turn session IDs on there");
        } else {
            diagnosis.ok(DoctorCheck.LOGOUT, name + " sends logout tokens");
        }
    }

    private void frontChannel(String name, Claims metadata) {
        if (isTrue(metadata, "frontchannel_logout_supported")
                && isTrue(metadata, "frontchannel_logout_session_supported")) {
            diagnosis.ok(DoctorCheck.LOGOUT, name + " sends a session ID with its logout frames");
            return;
        }
        diagnosis.advise(
                DoctorCheck.LOGOUT,
                name + " doesn't say that its logout frames have a session ID (frontchannel_logout_session_supported),"
                        + " and without one they end nothing; make sure that it sends one");
    }

    private static boolean isTrue(Claims metadata, String name) {
        return Boolean.TRUE.equals(metadata.value(name));
    }
}
