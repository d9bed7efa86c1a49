package dev.cardea.attacks;

import dev.cardea.AuthConfig;
import dev.cardea.accounts.SecondFactor;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.UserPage;
import dev.cardea.attacks.AttackedSite.Weakness;
import dev.cardea.attacks.WeakenedSiteTest.Case;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** Sites whose second step of a sign-in lacks a defence. */
final class WeakenedFactors {
    private static final String FACTOR = "/auth/factor";
    private static final String PAUSE = "cardea.factor";

    private WeakenedFactors() {}

    static List<Case> cases() {
        return List.of(
                new Case("A62", "no second step is asked for", WeakenedFactors::neverAsking, Weakness.NONE),
                new Case(
                        "A62",
                        "the cookie of a pause opens the account",
                        WeakenedForms::withAccounts,
                        (request, site) -> {
                            boolean isPaused = request.cookies().containsKey(PAUSE)
                                    && request.path().startsWith("/auth/account")
                                    && request.method().equals("GET");
                            return isPaused ? Response.of(200, "text/html", "your account") : site.handle(request);
                        }),
                withRows("A63", "an app is set up as if the user had none", WeakenedFactors::hideApps),
                withRows(
                        "A64",
                        "the last value of an app isn't stored",
                        beforeProofs("factor", it -> it.with("lastStep", 0))),
                withRows("A64", "a recovery code stays", WeakenedFactors::keepRecoveryCodes),
                withRows("A65", "each session counts as one with a second factor", WeakenedFactors::proveAll),
                withRows(
                        "A66",
                        "the tries of a pause aren't counted",
                        beforeProofs("paused", it -> it.with("tries", 0))),
                new Case("A66", "wrong values aren't counted", WeakenedForms::withAccounts, (request, site) -> {
                    var answer = site.handle(request);
                    return request.path().equals(FACTOR) && answer.text().contains("FactorAttempts")
                            ? Response.json(200, answer.text().replace("FactorAttempts", "InvalidCode"))
                            : answer;
                }),
                new Case(
                        "A67",
                        "all browsers share a pause",
                        WeakenedForms::withAccounts,
                        shared(new AtomicReference<>())));
    }

    private static AuthConfig.Builder neverAsking(AuthConfig.Builder config) {
        return WeakenedForms.adding(config, accounts -> accounts.secondFactor(SecondFactor.NEVER));
    }

    private interface Answer {
        Response to(Request request, InMemoryAdapter rows, HttpHandler site);
    }

    /** Requests that change rows come one after the other. */
    private static Case withRows(String id, String what, Answer answer) {
        var rows = new AtomicReference<InMemoryAdapter>();
        UnaryOperator<AuthConfig.Builder> change = config -> {
            rows.set(AttackedSite.started().development().rows());
            return WeakenedForms.withAccounts(config);
        };
        return new Case(id, what, change, (request, site) -> {
            boolean isProof = request.path().matches("/auth/(factor|reauth|account/.+)");
            if (!isProof) return site.handle(request);
            synchronized (rows) {
                return answer.to(request, rows.get(), site);
            }
        });
    }

    private static List<ModuleRecord> records(InMemoryAdapter rows, String kind) {
        var all = new ArrayList<ModuleRecord>();
        for (var user : rows.listUsers(new UserPage("", 100))) {
            all.addAll(rows.listRecordsByUserId(String.valueOf(user.id()), kind));
        }
        return all;
    }

    private static void change(InMemoryAdapter rows, String kind, UnaryOperator<Claims> change) {
        for (var record : records(rows, kind)) {
            var data = change.apply(Json.parseObject(record.data(), Json.TRUSTED_DEPTH));
            rows.replaceRecord(record.with(data.toJson(), record.expires()));
        }
    }

    private static Answer beforeProofs(String kind, UnaryOperator<Claims> change) {
        return (request, rows, site) -> {
            if (WeakenedSiteTest.isForm(request)) change(rows, kind, change);
            return site.handle(request);
        };
    }

    /** A page that begins to set an app up does not ask whether there is one. */
    private static Response hideApps(Request request, InMemoryAdapter rows, HttpHandler site) {
        boolean isEnrolment = request.path().equals(FACTOR)
                && (!WeakenedSiteTest.isForm(request)
                        || "enrol".equals(WeakenedSiteTest.form(request).get("do")));
        if (!isEnrolment) return site.handle(request);
        var apps = records(rows, "factor");
        apps.forEach(it -> rows.takeRecord(it.kind(), it.id()));
        try {
            return site.handle(request);
        } finally {
            apps.forEach(rows::createRecord);
        }
    }

    private static Response keepRecoveryCodes(Request request, InMemoryAdapter rows, HttpHandler site) {
        var codes = records(rows, "recovery");
        var answer = site.handle(request);
        // The user may be gone.
        if (!request.path().equals("/auth/account/data")) codes.forEach(rows::createRecord);
        return answer;
    }

    private static Response proveAll(Request request, InMemoryAdapter rows, HttpHandler site) {
        var now = Instant.now().toString();
        var proof = Map.of("method", "totp", "amr", List.of("otp", "mfa"), "time", now);
        change(rows, "session", it -> it.with("proofs", List.of(proof)));
        return site.handle(request);
    }

    private static Weakness shared(AtomicReference<String> pause) {
        return (request, site) -> {
            var cookie = pause.get();
            boolean lacks = cookie != null
                    && request.path().equals(FACTOR)
                    && !request.cookies().containsKey(PAUSE);
            var sent = lacks
                    ? request.headers(request.headers()
                            .set(
                                    "Cookie",
                                    request.header("cookie")
                                                    .map(it -> it + "; ")
                                                    .orElse("")
                                            + cookie))
                    : request;
            var answer = site.handle(sent);
            answer.headers().all("set-cookie").stream()
                    .filter(line -> line.startsWith(PAUSE + "=")
                            && !SetCookie.parse(line).deletes())
                    .forEach(line -> pause.set(line.split(";", 2)[0]));
            return answer;
        };
    }
}
