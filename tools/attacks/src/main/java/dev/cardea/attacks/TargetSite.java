package dev.cardea.attacks;

import dev.cardea.http.WebUrl;
import dev.cardea.token.Secrets;
import java.io.IOException;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The site under attack: what its public routes say about it, and the way to it. */
final class TargetSite {
    /** The names that the cookies of a site have, without a prefix, unless the application chose others. */
    private static final String CSRF = "csrf-token";

    private final Wire wire;
    private final Pace pace;
    private final Masks masks;
    private final WebUrl url;
    private final String basePath;
    private final List<SiteProvider> providers;
    private final Map<String, List<String>> forms;
    private final String csrfCookie;
    private final Facts facts;

    /**
     * What the caller of a run knows about the site.
     *
     * @param secrets {@code null} where they were not given
     * @param protectedPaths pages that only signed-in visitors may see
     * @param login of a test user; {@code null} where it was not given
     */
    record Facts(
            @Nullable Secrets secrets,
            List<String> protectedPaths,
            @Nullable UsernamePassword login) {
        static final Facts NONE = new Facts(null, List.of(), null);

        Facts secrets(Secrets value) {
            return new Facts(value, protectedPaths, login);
        }

        Facts protectedPath(String added) {
            var all = Stream.concat(protectedPaths.stream(), Stream.of(added)).toList();
            return new Facts(secrets, all, login);
        }

        Facts login(UsernamePassword value) {
            return new Facts(secrets, protectedPaths, value);
        }
    }

    /**
     * What the public routes of the site say about it.
     *
     * @param forms the fields of the forms of password accounts, by route
     */
    record Offer(List<SiteProvider> providers, Map<String, List<String>> forms, String csrfCookie) {}

    TargetSite(Connection connection, String basePath, Offer offer, Facts facts) {
        wire = connection.wire();
        pace = connection.pace();
        masks = connection.masks();
        url = connection.url();
        this.basePath = basePath;
        providers = List.copyOf(offer.providers());
        forms = Map.copyOf(offer.forms());
        csrfCookie = offer.csrfCookie();
        this.facts = facts;
    }

    /** The way to a site, before anything is known about it. */
    record Connection(WebUrl url, Wire wire, Pace pace, Masks masks) {
        Answer send(Call call) throws IOException {
            pace.await();
            return wire.send(call);
        }
    }

    Answer send(Call call) throws IOException {
        pace.await();
        return wire.send(call);
    }

    /** Returns the way to the site. */
    Connection connection() {
        return new Connection(url, wire, pace, masks);
    }

    /**
     * Returns the way to another server on this machine, within the limits of the same run; empty for any other machine,
     * whose owner is not asked. The address decides: a resolver may send a name below {@code localhost} anywhere.
     */
    Optional<Connection> connectionHere(WebUrl server) throws IOException {
        var machine = InetAddress.getByName(server.host().replaceAll("[\\[\\]]", ""));
        if (!machine.isLoopbackAddress()) return Optional.empty();
        return Optional.of(new Connection(server, new Wire(server, machine), pace, masks));
    }

    Masks masks() {
        return masks;
    }

    /** Returns the address, without a path. */
    WebUrl url() {
        return url;
    }

    /** Returns the origin under which visitors know the site. Behind a proxy it differs from the address. */
    String origin() {
        return providers.stream()
                .flatMap(provider -> WebUrl.parse(provider.signInUrl()).stream())
                .map(WebUrl::origin)
                .findFirst()
                .orElse(url.origin());
    }

    /** Returns whether visitors use https. */
    boolean isHttps() {
        return origin().startsWith("https:");
    }

    String basePath() {
        return basePath;
    }

    /** Returns the path of a route, such as {@code /signin}, with the base path. */
    String route(String path) {
        return basePath + path;
    }

    List<SiteProvider> providers() {
        return providers;
    }

    /** Returns the first provider of one of these types. */
    Optional<SiteProvider> provider(String... types) {
        var wanted = List.of(types);
        return providers.stream()
                .filter(provider -> wanted.contains(provider.type()))
                .findFirst();
    }

    /** Returns the names of the fields of a form of password accounts, such as {@code /signup}; empty where it is absent. */
    Optional<List<String>> form(String route) {
        return Optional.ofNullable(forms.get(route));
    }

    /** Returns the secrets, if the caller gave them. */
    Optional<Secrets> secrets() {
        return Optional.ofNullable(facts.secrets());
    }

    List<String> protectedPaths() {
        return facts.protectedPaths();
    }

    /** Returns the login of a test user, if the caller gave it. */
    Optional<UsernamePassword> login() {
        return Optional.ofNullable(facts.login());
    }

    String csrfCookie() {
        return csrfCookie;
    }

    /** Returns the name of the cookie that holds the session; a long one is split, with {@code .0} and so on. */
    String sessionCookie() {
        return cookie("session-token");
    }

    String callbackCookie() {
        return cookie("callback-url");
    }

    /** Returns the name of a cookie, such as {@code state}, with the prefix that the site uses. */
    String cookie(String name) {
        var plain = csrfCookie.replaceFirst("^__(Host|Secure)-", "");
        var own = plain.endsWith(CSRF) ? plain.substring(0, plain.length() - CSRF.length()) + name : "authjs." + name;
        return csrfCookie.startsWith("__") ? "__Secure-" + own : own;
    }

    /** Reads the session of a browser with these cookies; empty if it is absent. */
    Optional<String> session(Answer answer) {
        var text = answer.text().trim();
        boolean none = answer.status() != 200 || text.equals("null") || text.equals("{}") || text.isEmpty();
        return none || JsonAnswers.object(text).filter(it -> it.has("user")).isEmpty()
                ? Optional.empty()
                : Optional.of(text);
    }

    /** Returns a request for the session of a browser with one session cookie. */
    Call sessionCall(String token) {
        Map<String, String> cookies = new LinkedHashMap<>();
        cookies.put(sessionCookie(), token);
        return Call.get(route("/session")).cookies(cookies);
    }
}
