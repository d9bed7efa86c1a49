package dev.cardea.webauthn;

import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.Trace;
import dev.cardea.tests.fault.Watch;
import java.util.List;
import java.util.Map;

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

    /** Returns the traces of a registration and a sign-in, and tells the values that passed. */
    public static List<Trace> success(Watch watch) {
        var site = PasskeySite.with(Passkey.provider(), watch::configure);
        var known = site.signUp(site.browser, "adelheid.q@post.example");
        var visitor = site.browser();
        var answer = known.get(site.options(visitor, "")).json();
        site.send(visitor, "authenticate", answer);
        watch.secret("adelheid.q@post.example");
        tell(watch, answer.asMap());
        return Recorder.of(site.auth).successes();
    }

    /** Challenge, credential, signature and user handle. */
    private static void tell(Watch watch, Map<?, ?> values) {
        values.forEach((name, value) -> {
            if (value instanceof Map<?, ?> inner) tell(watch, inner);
            if (value instanceof String text && text.length() > 16) watch.secret(text);
        });
    }

    private static Trace last(PasskeySite site) {
        List<Trace> kept = Recorder.of(site.auth).failures();
        if (kept.isEmpty()) throw new AssertionError("no failure was recorded");
        return kept.get(kept.size() - 1);
    }
}
