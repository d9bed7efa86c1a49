package dev.cardea.attacks;

import dev.cardea.http.Form;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a site in development mode. There a run chooses who signs in at a provider, and how that provider
 * misbehaves.
 */
final class DevelopmentPages {
    private static final String PATH = "/_cardea";
    private static final String MARK = "Cardea-Development";

    /** Those of the people of development mode who have a verified address and a name, without a file: member first. */
    static final List<Person> PEOPLE =
            List.of(new Person("1002", "mia@example.com"), new Person("1001", "admin@example.com"));

    /** The person with a verified address and no name. */
    static final Person NAMELESS = new Person("1003", "noname@example.com");

    /** The person whose address the providers have not verified. */
    static final Person UNVERIFIED = new Person("1005", "una@example.com");

    /** Who signs up with a password, where the site lets visitors do that. */
    static final String NEWCOMER = "pat@example.com";

    /** The store of the site does not answer. */
    static final List<String> STORE_FAILS = List.of("STORE_FAILS");

    private static final int PAGES = 40;
    private static final Pattern USER = Pattern.compile("name=\"user\" value=\"([^\"]*)\"");
    private static final Pattern PASSKEY = Pattern.compile("name=\"passkey\" value=\"([^\"]*)\"");
    private static final Pattern NEXT = Pattern.compile("href=\"\\?after=([^\"]*)\"");

    private final TargetSite site;
    private final TargetSite.Connection connection;

    /** A person of development mode, without a file. */
    record Person(String id, String address) {}

    /**
     * A mail in the inbox.
     *
     * @param text all that is known of it
     */
    record Mail(long id, String to, String url, String text) {}

    private DevelopmentPages(TargetSite site, TargetSite.Connection connection) {
        this.site = site;
        this.connection = connection;
    }

    /**
     * Returns the pages of a site. Where an application serves the site, and development mode is the core behind it, they
     * are at the address to which a sign-in leads.
     *
     * @throws NotRunException where the site is not in development mode
     */
    static DevelopmentPages of(TargetSite site) throws IOException {
        var own = new DevelopmentPages(site, site.connection());
        if (own.isThere()) return own;
        var core = core(site);
        if (core.isPresent()) {
            var behind = new DevelopmentPages(site, core.get());
            if (behind.isThere()) return behind;
        }
        throw Trial.notRun("the site is not in development mode, whose providers misbehave on command");
    }

    private boolean isThere() throws IOException {
        var answer = get("/inbox.json");
        return answer.status() == 200 && isIn(answer);
    }

    /** Returns the way to the core that plays the provider; a site may name an address of this machine if it is there too. */
    private static Optional<TargetSite.Connection> core(TargetSite site) throws IOException {
        if (!site.url().isLoopback()) return Optional.empty();
        for (var provider : site.providers()) {
            if (!provider.type().equals("oauth") && !provider.type().equals("oidc")) continue;
            var action = Action.signIn(site, provider);
            var page = TestVisitor.of(site)
                    .post(action.target(), action.fields())
                    .destination()
                    .flatMap(WebUrl::parse)
                    .filter(url -> url.isLoopback() && url.path().startsWith(PATH + "/authorize/"));
            if (page.isPresent()) return site.connectionHere(page.get());
        }
        return Optional.empty();
    }

    /** Returns whether an answer is that of a site in development mode. */
    static boolean isIn(Answer answer) {
        return answer.header(MARK).isPresent();
    }

    /** @throws NoTargetException where the answer of a route is that of development mode, which limits nothing */
    static void requireLimits(Answer answer) {
        if (isIn(answer)) throw Trial.noTarget("development mode limits no attempts; attack the deployed site");
    }

    /** Makes the providers misbehave until {@link #off}. */
    void on(List<String> faults) throws IOException {
        for (var fault : faults) act("/faults", Map.of("fault", fault, "on", "always"));
    }

    /** Ends these faults. Those that the developer chose stay. */
    void off(List<String> faults) throws IOException {
        for (var fault : faults) act("/faults", Map.of("off", fault));
    }

    /**
     * Approves an authorization request as a person of development mode.
     *
     * @param location where the site sent the browser
     * @param person the id of one of {@link #PEOPLE}
     * @return the path and query with which the browser comes back; empty if it does not
     */
    Optional<String> approve(String location, String person) throws IOException {
        var page = page(location);
        if (page.isEmpty()) return Optional.empty();
        Map<String, String> form = new LinkedHashMap<>(parameters(location));
        form.put("person", person);
        var answer = act(page.get(), form);
        return answer.header("location").flatMap(WebUrl::parse).map(WebUrl::target);
    }

    /** Returns the mails of the inbox, newest first. */
    List<Mail> mails() throws IOException {
        var all = JsonAnswers.object(get("/inbox.json").text()).flatMap(it -> it.get(Claim.list("mails")));
        return all.orElse(List.of()).stream().map(DevelopmentPages::mail).toList();
    }

    private static Mail mail(@Nullable Object json) {
        var mail = json instanceof Map<?, ?> map ? map : Map.of();
        long id = mail.get("id") instanceof Number number ? number.longValue() : 0;
        return new Mail(id, String.valueOf(mail.get("to")), String.valueOf(mail.get("url")), mail.toString());
    }

    /** Returns whether the site has a store, as far as its page of users shows it. */
    boolean hasStore() throws IOException {
        return !get("/users").text().contains("This site has no store");
    }

    /** Returns the id of the user with an address; empty if no user exists, or the store does not list its users. */
    Optional<String> userId(String address) throws IOException {
        var query = "";
        for (int page = 0; page < PAGES; page++) {
            var html = get("/users" + query).text();
            var id = valueBeside(html, "<small>" + address, USER);
            var next = NEXT.matcher(html);
            if (id.isPresent() || !next.find()) return id;
            query = "?after=" + next.group(1);
        }
        return Optional.empty();
    }

    /** Deletes the user with an address, with accounts, passkeys and sessions. */
    void deleteUser(String address) throws IOException {
        var id = userId(address);
        if (id.isPresent()) act("/users", Map.of("user", id.get(), "action", "delete"));
        for (var passkey = passkey(address); passkey.isPresent(); passkey = passkey(address)) {
            act("/passkeys", Map.of("passkey", passkey.get(), "action", "delete"));
        }
    }

    /** Returns the number of a passkey that the software authenticator made for an address. */
    private Optional<String> passkey(String address) throws IOException {
        return valueBeside(get("/passkeys").text(), "<strong>" + address, PASSKEY);
    }

    /** Returns the value of the first field behind a text in a row of a page. */
    private static Optional<String> valueBeside(String html, String text, Pattern field) {
        return Arrays.stream(html.split("<li"))
                .filter(row -> row.contains(text))
                .map(field::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
    }

    /**
     * Lets the software authenticator make or use a passkey.
     *
     * @param operation {@code create} or {@code get}
     * @param origin of the page that asks
     * @return the credential in JSON; empty where the authenticator rejects the options
     */
    Optional<Claims> authenticate(String operation, Claims options, String origin) throws IOException {
        var form = Map.of("operation", operation, "options", options.toJson(), "origin", origin);
        var answer = act("/passkeys", form);
        return answer.status() == 200 ? JsonAnswers.object(answer.text()) : Optional.empty();
    }

    /** Returns the parameters of an authorization request. */
    static Map<String, String> parameters(String location) {
        int mark = location.indexOf('?');
        return mark < 0 ? Map.of() : Form.decode(location.substring(mark + 1));
    }

    /** Returns the page of a provider that is played here, below {@value #PATH}; empty for any other address. */
    private Optional<String> page(String location) {
        var url = WebUrl.parse(location)
                .filter(it -> it.origin().equals(site.origin()) || it.sameOrigin(connection.url()));
        var path = url.map(WebUrl::target).orElse(location);
        if (!path.startsWith(PATH + "/authorize/")) return Optional.empty();
        return Optional.of(path.substring(PATH.length()).split("\\?", 2)[0]);
    }

    private Answer get(String page) throws IOException {
        return connection.send(own(Call.get(PATH + page)));
    }

    private Answer act(String page, Map<String, String> form) throws IOException {
        return connection.send(own(Call.post(PATH + page, form)));
    }

    /** Development mode answers requests that the browser reports as same-origin. A program sends that header itself. */
    private static Call own(Call call) {
        return call.header("Sec-Fetch-Site", "same-origin");
    }
}
