package dev.cardea.it.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Response;
import dev.cardea.it.NodeProcess;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.LocalServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reference beside us: requests made by chance go to both, and the answers are equal but for decided differences. */
@Tag("node")
@Tag("part")
class ReferenceTest {
    private static final int EACH = Integer.getInteger("cardea.it.requests", 400);
    private static final long SEED = Long.getLong("cardea.it.seed", 20260501L);
    private static LocalServer op;
    private static List<ReferenceSite> twins = List.of();

    @BeforeAll
    static void start() {
        NodeProcess.require();
        op = IdentityProvider.at("http://localhost")
                .client(Client.of("app", "app-secret"))
                .serve(0);
        twins = Sites.all(op.url()).entrySet().stream()
                .map(site -> ReferenceSite.of(site.getKey(), site.getValue()))
                .toList();
    }

    @AfterAll
    static void stop() {
        twins.forEach(ReferenceSite::close);
        if (op != null) op.close();
    }

    @Test
    void answers_as_the_reference_but_for_decided_differences() {
        var rules = new Rules();
        var differences = new ArrayList<String>();
        var sent = 0;
        for (var twin : twins) {
            var asks = new Asks(twin, new SplittableRandom(SEED + twin.name.hashCode()));
            for (int i = 0; i < EACH; i++, sent++) {
                var ask = asks.next();
                var difference = difference(twin, rules, ask);
                if (!difference.isEmpty()) differences.add(twin.name + " #" + i + "\n" + difference);
            }
        }
        System.out.println(sent + " requests, seed " + SEED + ", rules applied: " + rules.applied());
        assertThat(differences)
                .as(differences.size() + " of " + sent + " differ, seed " + SEED)
                .isEmpty();
        assertThat(Rules.ALL).extracting(Rules.Rule::sentence).allMatch(rules.applied()::containsKey);
    }

    private static String difference(ReferenceSite twin, Rules rules, Ask ask) {
        var rows = Asks.rows(twin.secrets());
        twin.load(rows);
        var asked = rules.ask(twin, ask);
        var answered = twin.reference.handle(asked.request(twin.origin()));
        var state = twin.referenceState();
        var theirs = read(twin, ask, answered, state);
        var expected = rules.expected(twin, ask, theirs);
        var actual = Rules.simplify(read(twin, ask, twin.ours.handle(ask.request(twin.origin())), twin.ourState()));
        if (expected.equals(actual)) return "";
        return "request   " + ask.request(twin.origin()).method() + " "
                + ask.request(twin.origin()).target() + "\n          " + ask.headers() + "\n          cookies "
                + ask.cookies().keySet() + " " + ask.cookies().get(twin.secure() + "authjs.callback-url") + " "
                + ask.type() + " " + (ask.body() == null ? ask.fields() : ask.body())
                + "\n" + Differences.of(expected, actual) + "\nlogs      "
                + twin.ourState().value("log") + " / "
                + state.value("log");
    }

    private static Answer read(ReferenceSite twin, Ask ask, Response response, Claims state) {
        var masks = new Masks(twin.secrets());
        if (ask.fields().get("csrfToken") instanceof String token) masks.known(token, "<csrf>");
        Asks.TOKENS.forEach(token -> masks.known(Asks.hash(token, twin.secrets()), "<hash of " + token + ">"));
        var answer = Answer.of(response, Json.print(sorted(state.without("log"))), masks);
        return ask.method().equals("HEAD") ? answer.body("") : answer;
    }

    static Object sorted(Object value) {
        if (value instanceof Claims claims) return sorted(claims.asMap());
        if (value instanceof Map<?, ?> map) {
            var copy = new TreeMap<String, Object>();
            map.forEach((key, member) -> copy.put((String) key, sorted(member)));
            return copy;
        }
        if (value instanceof List<?> list)
            return new ArrayList<>(list.stream().map(ReferenceTest::sorted).toList());
        return value;
    }
}
