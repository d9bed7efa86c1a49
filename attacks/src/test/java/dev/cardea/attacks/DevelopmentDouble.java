package dev.cardea.attacks;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Fault;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Set;

/** The pages of development mode that attacks use, with the identity provider of the tests behind them. */
final class DevelopmentDouble {
    static final String PATH = "/_cardea";
    static final String FAULTS = PATH + "/faults";
    static final String PROVIDER = "op";
    static final String AUTHORIZE = PATH + "/authorize/" + PROVIDER;
    static final String ISSUER = "https://op.example";
    static final Client CLIENT = Client.of("app", "app-secret");

    private final IdentityProvider provider = IdentityProvider.at(
                    ISSUER, FakeClock.at(Instant.now().toString()), Randomness.secure())
            .signsIn(Person.of("1002", "Mia Member", "mia@example.com"))
            .client(CLIENT);
    private final Set<Fault> faults = EnumSet.noneOf(Fault.class);

    IdentityProvider provider() {
        return provider;
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
        if (request.path().equals(PATH + "/inbox.json")) return Response.json(200, "{\"mails\":[]}");
        var form = new LinkedHashMap<>(Form.decode(request.text()));
        if (request.path().equals(FAULTS)) {
            if (form.containsKey("off")) faults.remove(Fault.valueOf(form.get("off")));
            else faults.add(Fault.valueOf(form.get("fault")));
            provider.fault(faults.toArray(Fault[]::new));
            return Response.of(303).location(FAULTS);
        }
        return request.path().equals(AUTHORIZE)
                ? provider.handle(
                        Request.post(ISSUER + "/authorize", "application/x-www-form-urlencoded", Form.encode(form)))
                : Response.of(404, "text/plain", "no such page");
    }
}
