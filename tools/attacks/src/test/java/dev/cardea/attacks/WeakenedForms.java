package dev.cardea.attacks;

import dev.cardea.AuthConfig;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.UserChange;
import dev.cardea.attacks.AttackedSite.Weakness;
import dev.cardea.attacks.WeakenedSiteTest.Case;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.password.Passwords;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Provider;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** Sites whose password accounts lack a defence. */
final class WeakenedForms {
    private static final String SIGN_UP = "/auth/signup";
    private static final String ACCOUNT = "/auth/account";

    private static final Passwords HASHING = Passwords.forTests();

    private WeakenedForms() {}

    static List<Case> cases() {
        return List.of(
                withRows("A56", "a user is stored before the proof", WeakenedForms::storeUser),
                new Case(
                        "A56",
                        "all browsers have the cookie of the one that signed up",
                        config -> withAccounts(config).replaceProviders(WeakenedForms::withLinks),
                        sharedCookie(new AtomicReference<>())),
                with("A56", "a field of the body is stored", (request, site) -> {
                    var role = isPost(request, SIGN_UP)
                            ? WeakenedSiteTest.form(request).get("role")
                            : null;
                    return site.handle(role == null ? request : WeakenedSiteTest.withField(request, "name", role));
                }),
                with("A57", "no email is sent to an address without a user", (request, site) -> {
                    boolean isUnknown = isPost(request, "/auth/forgot")
                            && WeakenedSiteTest.form(request)
                                    .getOrDefault("email", "")
                                    .contains("+");
                    return isUnknown ? Response.of(302).location("/auth/forgot?error=NoAccount") : site.handle(request);
                }),
                with("A57", "the sign-up of a user sets another cookie", (request, site) -> {
                    var answer = site.handle(request);
                    boolean isUser = isPost(request, SIGN_UP)
                            && WeakenedSiteTest.form(request).containsValue(AttackedSite.USER);
                    return isUser ? answer.header("Set-Cookie", "known=1; HttpOnly; SameSite=Lax; Path=/") : answer;
                }),
                with("A58", "a cache repeats the first page of an account", cached(new ConcurrentHashMap<>())),
                with("A01", "a token is added to sign-ups", (request, site) -> {
                    boolean lacks = isPost(request, SIGN_UP) && lacksToken(request);
                    return site.handle(lacks ? WeakenedSiteTest.withValidToken(request, site) : request);
                }),
                with(
                        "A06",
                        "a forgotten password counts by GET",
                        (request, site) -> request.path().equals("/auth/forgot")
                                ? WeakenedSiteTest.getAsPost(request, site)
                                : site.handle(request)),
                with("A59", "a token is added to posts of an account", addingTokens(ACCOUNT)),
                with(
                        "A59",
                        "the pages of an account change by GET",
                        (request, site) -> request.path().startsWith(ACCOUNT)
                                ? WeakenedSiteTest.getAsPost(request, site)
                                : site.handle(request)),
                with("A42", "wrong passwords of accounts are not counted", uncounted(new AtomicInteger())),
                with(
                        "A60",
                        "NUL in a password is an error of the server",
                        (request, site) -> isPost(request, "/auth/callback/password")
                                        && WeakenedSiteTest.form(request).containsValue("\u0000")
                                ? Response.of(500, "text/plain", "internal error")
                                : site.handle(request)),
                with("A61", "current passwords are not counted", (request, site) -> {
                    var answer = site.handle(request);
                    return answer.status() == 429 && request.path().equals(ACCOUNT + "/password")
                            ? Response.json(200, "{\"url\":\"/auth/account/password?error=PasswordWrong\"}")
                            : answer;
                }));
    }

    /** A token is added to posts at a path and below it. */
    static Weakness addingTokens(String path) {
        return (request, site) -> {
            boolean lacks = request.path().startsWith(path) && WeakenedSiteTest.isForm(request) && lacksToken(request);
            return site.handle(lacks ? WeakenedSiteTest.withValidToken(request, site) : request);
        };
    }

    /** Adds password accounts, and a password of the test user. */
    static AuthConfig.Builder withAccounts(AuthConfig.Builder config) {
        return adding(config, accounts -> accounts);
    }

    /** As above, with changed accounts. */
    static AuthConfig.Builder adding(AuthConfig.Builder config, UnaryOperator<UserAccounts> change) {
        var rows = AttackedSite.started().development().rows();
        var user = rows.getUserByEmail(AttackedSite.USER).orElseThrow();
        rows.updateUser(UserChange.of(user.id()).emailVerified(Instant.now()));
        rows.createRecord(password(String.valueOf(user.id()), AttackedSite.PASSWORD));
        return config.session(SessionOptions.database())
                .extension(change.apply(UserAccounts.standard().minimumLength(8).passwords(HASHING)));
    }

    private static Case with(String id, String what, Weakness weakness) {
        return new Case(id, what, WeakenedForms::withAccounts, weakness);
    }

    private interface Answer {
        Response to(Request request, InMemoryAdapter rows, HttpHandler site);
    }

    private static Case withRows(String id, String what, Answer answer) {
        var rows = new AtomicReference<InMemoryAdapter>();
        UnaryOperator<AuthConfig.Builder> change = config -> {
            rows.set(AttackedSite.started().development().rows());
            return withAccounts(config);
        };
        return new Case(id, what, change, (request, site) -> answer.to(request, rows.get(), site));
    }

    /** An application that stores a user as soon as the form is there. */
    private static Response storeUser(Request request, InMemoryAdapter rows, HttpHandler site) {
        var answer = site.handle(request);
        if (!isPost(request, SIGN_UP) || answer.status() != 302) return answer;
        var form = WeakenedSiteTest.form(request);
        var email = form.getOrDefault("email", "");
        if (!email.contains("@") || rows.getUserByEmail(email).isPresent()) return answer;
        var user = rows.createUser(User.of(null, "Ann", email));
        rows.createRecord(password(String.valueOf(user.id()), form.getOrDefault("password", "")));
        return answer;
    }

    private static ModuleRecord password(String userId, String password) {
        var data = Claims.of("hash", HASHING.hash(password))
                .with("changed", Instant.now().toString());
        return ModuleRecord.of("password", userId, userId, data.toJson(), null, Randomness.secure());
    }

    /** A code is typed where it was requested; a link opens in every browser. */
    private static Provider withLinks(Provider provider) {
        return provider instanceof EmailProvider email ? email.maxAge(Duration.ofDays(1)) : provider;
    }

    private static Weakness sharedCookie(AtomicReference<String> shared) {
        return (request, site) -> {
            var cookie = shared.get();
            boolean isLink = request.path().equals("/auth/callback/email");
            var answer = site.handle(cookie == null || !isLink ? request : request.header("Cookie", cookie));
            answer.headers().all("set-cookie").stream()
                    .filter(line -> line.startsWith("cardea.sign-up=") && isPost(request, SIGN_UP))
                    .forEach(line -> shared.set(line.split(";", 2)[0]));
            return answer;
        };
    }

    private static Weakness cached(Map<String, Response> answers) {
        return (request, site) -> {
            if (!request.path().equals(ACCOUNT) || !request.method().equals("GET")) return site.handle(request);
            var cached = answers.get(ACCOUNT);
            if (cached != null) return cached;
            var answer = site.handle(request);
            if (answer.status() == 200) answers.put(ACCOUNT, answer);
            return answer;
        };
    }

    private static Weakness uncounted(AtomicInteger count) {
        return (request, site) -> {
            boolean isGuess = isPost(request, "/auth/callback/password")
                    && !request.headers().has("x-forwarded-for")
                    && WeakenedSiteTest.form(request)
                            .getOrDefault("password", "")
                            .startsWith("wrong-password-");
            var name = "user-" + count.incrementAndGet() + "@example.com";
            return site.handle(isGuess ? WeakenedSiteTest.withField(request, "email", name) : request);
        };
    }

    private static boolean isPost(Request request, String path) {
        return request.path().equals(path) && WeakenedSiteTest.isForm(request);
    }

    private static boolean lacksToken(Request request) {
        return !Form.decode(request.text()).containsKey("csrfToken");
    }
}
