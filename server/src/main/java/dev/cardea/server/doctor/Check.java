package dev.cardea.server.doctor;

import java.util.Locale;

/** What {@code cardea doctor} checks. The name is the code of its lines, which stays the same in all releases. */
public enum Check {
    SETTING("a setting works and should be another one; or a warning of the library"),
    SECRET("`secret` is long and random"),
    STORE("the store answers"),
    TABLES("tables, migrations and unique keys are complete"),
    HOOKS("the application answers, has the same secret, and names the same callbacks and events"),
    CREDENTIALS("each provider has its client id, client secret or API key"),
    ISSUER("the discovery document of each provider is there, and names the issuer"),
    KEYS("the key set of each provider is there, and has keys"),
    ENDPOINT("token and userinfo endpoints without a discovery document can be connected"),
    REDIRECT("the redirect address of each provider, to compare with the one that is registered there"),
    MAIL("each mail server greets, encrypts if asked to, and accepts user and password"),
    CLOCK("the clock differs from that of providers, or of the site, by 30 seconds at most"),
    TRACES("the collector answers"),
    ADDRESS("the address answers with the routes of Cardea, and the site takes itself for that address"),
    COOKIES("cookies pass the proxy, with the attributes and prefixes of https"),
    CACHE("no cache keeps an answer that sets cookies"),
    HEADERS("large request headers pass the proxy, as a session of several cookies needs"),
    FORWARDED("the visitor's address is the one that the proxy saw, and not the one that the visitor claims"),
    BRIDGE("the proxy removes `X-Cardea-Bridge` from visitors' requests"),
    HEALTH("health, metrics and traces are hidden from visitors");

    private final String means;

    Check(String means) {
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
