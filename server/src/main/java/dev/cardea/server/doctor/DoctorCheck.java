package dev.cardea.server.doctor;

import java.util.Locale;

/** What {@code cardea doctor} checks. The name is the code of its lines, which stays the same in all releases. */
public enum DoctorCheck {
    SETTING("no setting needs a change, and the library has no warning"),
    SECRET("`secret` is long and random"),
    STORE("the store responds"),
    TABLES("tables, migrations and unique keys are complete"),
    FACTORS("an encryption key opens the keys of all authenticator apps, of the first 10,000 users"),
    HOOKS("the application responds, and agrees on secret, callbacks and events"),
    CREDENTIALS("every provider has its client ID, client secret or API key"),
    ISSUER("every provider has a discovery document, and it contains the issuer"),
    KEYS("every provider has a key set with keys"),
    ENDPOINT("token and userinfo endpoints without a discovery document can be reached"),
    REDIRECT("the redirect URI of every provider, to compare with the registered one"),
    LOGOUT("every provider's discovery document has what its logouts need"),
    MAIL("every email server responds, encrypts if asked to, and accepts user and password"),
    CLOCK("the clock differs by at most 30 seconds from those of the providers or the site"),
    TRACES("the collector responds"),
    ADDRESS("the URL has Cardea's routes, and the site agrees that it's its URL"),
    COOKIES("cookies pass the proxy, with the attributes and prefixes of https"),
    CACHE("no cache stores a response that sets cookies"),
    HEADERS("the proxy accepts large request headers, which a session of several cookies needs"),
    FORWARDED("the visitor's IP address is the one that the proxy saw, not one that the visitor claims"),
    BRIDGE("the proxy removes `X-Cardea-Bridge` from visitors' requests"),
    HEALTH("health, metrics and traces are hidden from visitors");

    private final String means;

    DoctorCheck(String means) {
        this.means = means;
    }

    /** Returns the code, such as {@code store}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what is in order if the check passes, in Markdown. */
    public String means() {
        return means;
    }
}
