package dev.cardea.webauthn;

import dev.cardea.recorder.Trace;
import dev.cardea.tests.fault.Watch;
import java.util.List;

/** Passkeys that are rejected, for the list of all faults. */
public final class PasskeyFaults {
    private PasskeyFaults() {}

    public static Trace origin(Watch watch) {
        var site = PasskeySite.with(Passkey.provider(), watch::configure);
        var known = site.signUp(site.browser, "adelheid.q@post.example");
        var visitor = site.browser();
        var elsewhere = new SoftAuthenticator(SoftKey.Kind.ES256, "https://elsewhere.example");
        elsewhere.id = known.id;
        elsewhere.userHandle = known.userHandle;
        site.send(
                visitor,
                "authenticate",
                elsewhere.get(site.options(visitor, "")).json());
        return last(site);
    }

    public static Trace challenge(Watch watch) {
        var site = PasskeySite.with(Passkey.provider(), watch::configure);
        var known = site.signUp(site.browser, "adelheid.q@post.example");
        var visitor = site.browser();
        var answer = known.get(site.options(visitor, "")).json();
        visitor.clearCookies();
        site.send(visitor, "authenticate", answer);
        return last(site);
    }

    private static Trace last(PasskeySite site) {
        List<Trace> kept = site.auth.recorder().failures();
        if (kept.isEmpty()) throw new AssertionError("no failure was recorded");
        return kept.get(kept.size() - 1);
    }
}
