package dev.cardea.it.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.it.NodeProcess;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.Fault;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two browsers take the same random walk, one through Cardea and one through the reference, and see the same. */
@Tag("node")
@Tag("part")
@Tag("even")
class ReferenceJourneysTest {
    private static final int EACH = Integer.getInteger("cardea.it.journeys", 8);
    private static final int STEPS = 12;
    private static final long SEED = Long.getLong("cardea.it.seed", 20260501L);
    private static IdentityProvider op;
    private static LocalServer server;
    private static List<ReferenceSite> twins = List.of();

    @BeforeAll
    static void start() {
        NodeProcess.require();
        op = IdentityProvider.at("http://localhost")
                .person(Person.of("ada", "Ada Lovelace", "ada@example.com"))
                .person(Person.of("bob", "Bob", "bob@example.com"))
                .person(Person.of("dora", "Dora", "Dora@Example.com"))
                .person(Person.of("away", "away", "off@example.com"))
                .person(Person.of("banned", "banned", "banned@example.com"))
                .client(Client.of("app", "app-secret"));
        // The reference compares iss with a stand-in where a plain OAuth provider has no issuer.
        op.fault(Fault.DISCOVERY_NO_ISS_PARAMETER);
        server = op.serve(0);
        twins = Sites.all(server.url()).entrySet().stream()
                .map(site -> ReferenceSite.of(site.getKey(), site.getValue()))
                .toList();
    }

    @AfterAll
    static void stop() {
        twins.forEach(ReferenceSite::close);
        if (server != null) server.close();
    }

    @Test
    void both_browsers_see_the_same() {
        var rules = new Rules();
        var steps = 0;
        for (var twin : twins) {
            var random = new SplittableRandom(SEED + twin.name.hashCode());
            for (int i = 0; i < EACH; i++) steps += walk(twin, rules, random, twin.name + " journey " + i);
        }
        System.out.println(steps + " steps, seed " + SEED + ", rules applied: " + rules.applied());
    }

    private static int walk(ReferenceSite twin, Rules rules, SplittableRandom random, String name) {
        twin.load(Asks.rows(twin.secrets()));
        var theirs = new Walker(twin, twin.reference, twin::referenceState);
        var ours = new Walker(twin, twin.ours, twin::ourState);
        var told = new ArrayList<String>();
        for (int i = 0; i < STEPS; i++) {
            var step = Step.next(twin, random);
            if (twin.keepsRows() && step.signsIn()) {
                // A second sign-in adds a separate session row in Cardea only. The transcripts of core cover that
                // difference.
                theirs.browser.clearCookies();
                ours.browser.clearCookies();
            }
            told.add(step.toString());
            theirs.take(step);
            ours.take(step);
            compare(twin, rules, theirs, ours, name + ": " + told);
        }
        return STEPS;
    }

    private static void compare(ReferenceSite twin, Rules rules, Walker theirs, Walker ours, String told) {
        assertThat(ours.asks()).as(told).isEqualTo(theirs.asks());
        for (int i = 0; i < theirs.seen.size(); i++) {
            var ask = Ask.of(ours.seen.get(i).request);
            var expected = rules.expected(twin, ask, theirs.answer(i));
            var actual = Rules.simplify(ours.answer(i));
            assertThat(actual)
                    .as("%s\n%s\n%s", told, theirs.seen.get(i).request, Differences.of(expected, actual))
                    .isEqualTo(expected);
        }
        assertThat(ours.rows()).as(told).isEqualTo(theirs.rows());
        theirs.seen.clear();
        ours.seen.clear();
    }

    /** One thing that a person does. */
    private record Step(String kind, String who) {
        private static final List<String> PEOPLE = List.of("ada", "bob", "dora", "away", "banned");

        static Step next(ReferenceSite twin, SplittableRandom random) {
            var kinds =
                    new ArrayList<>(List.of("session", "session", "signout", "op", "op", "page", "again", "update"));
            if (!twin.hasTables()) kinds.add("legacy");
            if (twin.site.has("credentials")) kinds.addAll(List.of("credentials", "credentials"));
            if (twin.site.has("email")) kinds.addAll(List.of("email", "link", "link"));
            kinds.add("refused");
            return new Step(kinds.get(random.nextInt(kinds.size())), PEOPLE.get(random.nextInt(PEOPLE.size())));
        }

        boolean signsIn() {
            return List.of("op", "link", "refused", "again").contains(kind);
        }

        @Override
        public String toString() {
            return kind + " " + who;
        }
    }

    private record Exchange(Request request, Response response) {}

    /** A person with a browser, in front of one of the two. */
    private static final class Walker {
        private final ReferenceSite twin;
        private final Browser browser;
        private final java.util.function.Supplier<Claims> state;
        private final List<Exchange> seen = new ArrayList<>();
        private final Masks masks;
        private Optional<String> lastCallback = Optional.empty();

        Walker(ReferenceSite twin, HttpHandler site, java.util.function.Supplier<Claims> state) {
            this.twin = twin;
            this.state = state;
            masks = twin.hasTables() ? new Masks(twin.secrets()) : new Masks(twin.secrets()).subIsChance();
            browser = Browser.of(Origins.of(twin.origin(), request -> {
                        var response = site.handle(request);
                        if (request.path().startsWith(twin.basePath() + "/")) seen.add(new Exchange(request, response));
                        // After a failure the checks are gone here and left there, so only what went well is repeated.
                        boolean well = !response.header("location").orElse("").contains("error=");
                        if (well && request.path().contains("/callback/")) lastCallback = Optional.of(request.url());
                        return response;
                    })
                    .and(op));
        }

        void take(Step step) {
            switch (step.kind) {
                case "session" -> browser.open(url("/session"));
                case "page" -> browser.open(url("/signin?callbackUrl=%2Fdash"));
                case "signout" -> post("/signout", Map.of("callbackUrl", "/bye"));
                case "op", "legacy" ->
                    post("/signin/" + step.kind + "?login_hint=" + step.who, Map.of("callbackUrl", "/dash"));
                case "refused" -> {
                    op.answersError("access_denied");
                    post("/signin/op", Map.of());
                    op.answersError(null);
                }
                case "credentials" ->
                    post(
                            "/callback/credentials",
                            Map.of(
                                    "username",
                                    step.who,
                                    "password",
                                    step.who.equals("bob") ? "guess" : "correct horse",
                                    "callbackUrl",
                                    "/in"));
                case "email" -> post("/signin/email", Map.of("email", step.who + "@example.com"));
                case "link" -> mail().ifPresent(browser::open);
                case "again" ->
                    lastCallback.filter(url -> !url.contains("/credentials")).ifPresent(browser::open);
                case "update" -> update(step.who);
                default -> throw new IllegalArgumentException(step.kind);
            }
        }

        private void update(String name) {
            var body = Claims.of("csrfToken", csrf()).with("data", Claims.of("name", name));
            browser.send(Request.post(url("/session"), "application/json", body.toJson()));
        }

        private void post(String path, Map<String, String> fields) {
            var all = new LinkedHashMap<>(fields);
            all.put("csrfToken", csrf());
            browser.post(url(path), all);
        }

        private String csrf() {
            return Json.parseObject(browser.open(url("/csrf")).text(), 5).text("csrfToken");
        }

        private Optional<String> mail() {
            var mails = state.get().get(Claim.list("mails")).orElse(List.of());
            return mails.isEmpty()
                    ? Optional.empty()
                    : Optional.ofNullable(
                            Claims.of((Map<?, ?>) mails.get(mails.size() - 1)).text("url"));
        }

        private String url(String path) {
            return twin.origin() + twin.basePath() + path;
        }

        List<String> asks() {
            return seen.stream()
                    .map(s -> s.request.method() + " " + s.request.path() + " "
                            + Form.decode(s.request.rawQuery()).keySet())
                    .toList();
        }

        Answer answer(int i) {
            return Answer.of(seen.get(i).response, "", masks);
        }

        String rows() {
            return masks.mask(Json.print(ReferenceTest.sorted(state.get().without("log"))));
        }
    }
}
