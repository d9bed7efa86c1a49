package dev.cardea.attacks;

import dev.cardea.AuthConfig;
import dev.cardea.attacks.AttackedSite.Weakness;
import dev.cardea.attacks.WeakenedSiteTest.Case;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.Budget;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Inbox;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Sites whose sign-in mails and links lack a defence. */
final class WeakenedMails {
    private WeakenedMails() {}

    static List<Case> cases() {
        Map<String, Response> answers = new ConcurrentHashMap<>();
        var inbox = new AtomicReference<Inbox>();
        return List.of(
                new Case(
                        "A37",
                        "a cache repeats the answers of links",
                        (request, site) -> isLink(request) && !isPrefetch(request)
                                ? answers.computeIfAbsent(request.target(), target -> site.handle(request))
                                : site.handle(request)),
                new Case(
                        "A38",
                        "a link is found by its token alone",
                        config -> {
                            inbox.set(AttackedSite.started().development().inbox());
                            return config;
                        },
                        (request, site) ->
                                site.handle(isLink(request) ? withItsAddress(request, inbox.get()) : request)),
                new Case("A39", "HEAD counts as GET", (request, site) -> {
                    if (!request.method().equals("HEAD") || !request.path().startsWith("/auth/callback/")) {
                        return site.handle(request);
                    }
                    return site.handle(Request.of(
                            "GET",
                            request.scheme(),
                            request.target(),
                            request.headers(),
                            request.body(),
                            request.remoteAddress()));
                }),
                new Case(
                        "A39",
                        "a proxy removes the purpose of a request",
                        (request, site) -> site.handle(WeakenedSiteTest.without(request, "sec-purpose"))),
                new Case(
                        "A40",
                        "an address is taken as it is",
                        config -> config.replaceProviders(provider -> provider instanceof EmailProvider email
                                ? email.normalizeIdentifier(address -> address)
                                : provider),
                        Weakness.NONE),
                new Case(
                        "A41",
                        "mails to a mailbox are not counted",
                        config -> config.rateLimits(AttackedSite.LIMITS.without(Budget.MAILS_TO_ADDRESS)),
                        Weakness.NONE),
                new Case(
                        "A55",
                        "all browsers have the cookie of the one that requested a code",
                        WeakenedMails::withCodes,
                        sharedCookie(new AtomicReference<>())));
    }

    static AuthConfig.Builder withCodes(AuthConfig.Builder config) {
        return config.replaceProviders(
                provider -> provider instanceof EmailProvider email ? email.codes(true) : provider);
    }

    private static Weakness sharedCookie(AtomicReference<String> shared) {
        return (request, site) -> {
            var cookie = shared.get();
            var answer = site.handle(cookie == null ? request : request.header("Cookie", cookie));
            answer.headers().all("set-cookie").stream()
                    .filter(line -> line.startsWith("authjs.email-code="))
                    .forEach(line -> shared.set(line.split(";", 2)[0]));
            return answer;
        };
    }

    private static Request withItsAddress(Request request, Inbox inbox) {
        var query = new LinkedHashMap<>(Form.decode(request.rawQuery()));
        inbox.mails().stream()
                .filter(mail -> mail.token().equals(query.get("token")))
                .forEach(mail -> query.put("email", mail.identifier()));
        return WeakenedSiteTest.withTarget(request, request.path() + "?" + Form.encode(query));
    }

    private static boolean isPrefetch(Request request) {
        return Stream.of("sec-purpose", "purpose", "x-moz").anyMatch(request.headers()::has);
    }

    private static boolean isLink(Request request) {
        return request.path().equals("/auth/callback/email") && request.method().equals("GET");
    }
}
