package dev.cardea.attacks;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UserPage;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Fault;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Person;
import dev.cardea.testing.VirtualAuthenticator;
import dev.cardea.token.Randomness;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pages of development mode that attacks use, with the identity provider, the inbox and the authenticator of the tests
 * behind them. The module of development mode depends on this one, so its own tests attack the real pages.
 */
final class DevelopmentDouble {
    static final String PATH = "/_cardea";
    static final String FAULTS = PATH + "/faults";
    static final String PROVIDER = "op";
    static final String AUTHORIZE = PATH + "/authorize/" + PROVIDER;
    static final String ISSUER = "https://op.example";
    static final Client CLIENT = Client.of("app", "app-secret");
    private static final String STORE_FAILS = "STORE_FAILS";
    private static final String ENDLESS = "PROVIDER_ENDLESS";

    private final IdentityProvider provider = IdentityProvider.at(
                    ISSUER, FakeClock.at(Instant.now().toString()), Randomness.secure())
            .signsIn(Person.of("1002", "Mia Member", "mia@example.com"))
            .person(Person.of("1001", "Ada Admin", "admin@example.com"))
            .person(Person.of("1003", "Nameless", "noname@example.com"))
            .person(Person.of("1005", "Una Unverified", "una@example.com").with("email_verified", false))
            .client(CLIENT);
    private final Set<Fault> faults = EnumSet.noneOf(Fault.class);
    private final Inbox inbox = new Inbox();
    private final VirtualAuthenticator authenticator = VirtualAuthenticator.of(Randomness.secure());
    private final InMemoryAdapter rows = new InMemoryAdapter();
    private volatile boolean isStoreDown;
    private volatile boolean isEndless;

    /** Returns the provider behind a client that gives up on an endless answer. */
    HttpHandler provider() {
        return request -> {
            if (isEndless(request)) throw new UncheckedIOException(new HttpTimeoutException("no response within 10 s"));
            return provider.handle(request);
        };
    }

    /** Returns the provider behind a client that waits for the end, longer than an attack does. */
    HttpHandler endlessProvider() {
        return request -> {
            if (isEndless(request)) pause();
            return provider.handle(request);
        };
    }

    private boolean isEndless(Request request) {
        return isEndless && request.url().endsWith("/token");
    }

    private static void pause() {
        try {
            Thread.sleep(Wire.PATIENCE.plusSeconds(1).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Inbox inbox() {
        return inbox;
    }

    /** Returns the rows, which are there also while the store does not answer. */
    InMemoryAdapter rows() {
        return rows;
    }

    /** Returns the store of the site. */
    Adapter store() {
        return (Adapter) Proxy.newProxyInstance(
                DevelopmentDouble.class.getClassLoader(),
                InMemoryAdapter.class.getInterfaces(),
                (self, method, arguments) -> {
                    if (isStoreDown && !method.getName().equals("storeLocation")) {
                        throw new StoreUnavailableException("the store isn't responding", null);
                    }
                    try {
                        return method.invoke(rows, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Sends a browser that goes to the provider to its page here, as development mode does. */
    Response toItsPage(Response answer) {
        var to = answer.header("location").orElse("");
        var page = ISSUER + "/authorize";
        return to.startsWith(page)
                ? answer.headers(answer.headers().set("Location", AUTHORIZE + to.substring(page.length())))
                : answer;
    }

    synchronized Response handle(Request request) {
        boolean isOwn =
                request.header("sec-fetch-site").filter("same-origin"::equals).isPresent();
        if (!isOwn) return Response.of(403, "text/plain", "no page of this site sent it");
        return answer(request).header("Cardea-Development", "1");
    }

    private Response answer(Request request) {
        var form = new LinkedHashMap<>(Form.decode(request.text()));
        return switch (request.path().substring(PATH.length())) {
            case "/inbox.json" -> Response.json(200, mails());
            case "/users" -> users(form);
            case "/passkeys" -> passkeys(form);
            case "/faults" -> {
                switchFault(form);
                yield Response.of(303).location(FAULTS);
            }
            case "/authorize/" + PROVIDER ->
                provider.handle(
                        Request.post(ISSUER + "/authorize", "application/x-www-form-urlencoded", Form.encode(form)));
            default -> Response.of(404, "text/plain", "no such page");
        };
    }

    private void switchFault(Map<String, String> form) {
        boolean isOn = !form.containsKey("off");
        var name = isOn ? form.get("fault") : form.get("off");
        if (name.equals(STORE_FAILS)) {
            isStoreDown = isOn;
            return;
        }
        if (name.equals(ENDLESS)) {
            isEndless = isOn;
            return;
        }
        if (isOn) faults.add(Fault.valueOf(name));
        else faults.remove(Fault.valueOf(name));
        provider.fault(faults.toArray(Fault[]::new));
    }

    private String mails() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (VerificationRequest mail : inbox.mails()) {
            all.add(Map.of("id", all.size() + 1, "to", mail.identifier(), "url", mail.url()));
        }
        Collections.reverse(all);
        return Claims.of("mails", all).toJson();
    }

    private Response users(Map<String, String> form) {
        if ("delete".equals(form.get("action"))) rows.deleteUser(form.get("user"));
        var html = new StringBuilder("<ul>");
        for (var user : rows.listUsers(new UserPage("", 50))) {
            html.append("<li><small>")
                    .append(user.email())
                    .append("</small><input name=\"user\" value=\"")
                    .append(user.id())
                    .append("\"></li>");
        }
        return Response.of(200, "text/html", html.toString());
    }

    private Response passkeys(Map<String, String> form) {
        if ("delete".equals(form.get("action"))) authenticator.delete(Integer.parseInt(form.get("passkey")));
        if (form.containsKey("operation")) return authenticate(form);
        var html = new StringBuilder("<ul>");
        for (var passkey : authenticator.all()) {
            html.append("<li><strong>")
                    .append(passkey.userName())
                    .append("</strong><input name=\"passkey\" value=\"")
                    .append(passkey.number())
                    .append("\"></li>");
        }
        return Response.of(200, "text/html", html.toString());
    }

    private Response authenticate(Map<String, String> form) {
        try {
            var options = Json.parseObject(form.get("options"), Json.INBOUND_DEPTH);
            var origin = form.get("origin");
            var credential = form.get("operation").equals("create")
                    ? authenticator.create(options, origin)
                    : authenticator.get(options, origin);
            return Response.json(200, credential.toJson());
        } catch (VirtualAuthenticator.Refusal e) {
            return Response.json(409, Claims.of("error", e.type()).toJson());
        }
    }
}
