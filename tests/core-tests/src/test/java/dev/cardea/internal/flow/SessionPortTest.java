package dev.cardea.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.action.AuthRequest;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.http.Cookie;
import dev.cardea.http.Request;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Outcome;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.session.ActiveSessions;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.NewSession;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.module.Proof;
import dev.cardea.module.SignInStep;
import dev.cardea.module.Verdict;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A third way to keep sessions is one class: sign-in, first verification, device list and sign-out work with it. */
class SessionPortTest {
    private static final String ORIGIN = "https://app.example";
    private static final Traits LINK = traits(Traits.Registration.BY_EMAIL, Traits.EmailProof.MAILBOX);
    private static final Traits PROVIDER = traits(Traits.Registration.BY_ACCOUNT, Traits.EmailProof.PROVIDER);
    private static final Traits PIN = traits(Traits.Registration.BY_ACCOUNT, Traits.EmailProof.NONE);
    private static final Traits CREDENTIALS = traits(Traits.Registration.NEVER, Traits.EmailProof.NONE);

    private final Clock clock = Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);
    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final Store store = new Store(memory, Clock.systemUTC());
    private final EventPublisher publisher = new EventPublisher(Events.NONE, AuthLogger.DEFAULT);
    private final RegisteredSessions sessions = new RegisteredSessions(store, clock);
    private final AuthCookies cookies = new AuthCookies(true, Map.of());
    private @Nullable SignInStep step;

    @Test
    void a_sign_in_hands_over_what_is_known_of_the_session() {
        var browser = signIn(oidc(), null);
        var ada = memory.getUserByAccount("op", "1").orElseThrow();

        assertThat(sessions.factsOf(browser))
                .contains(new NewSession(
                        String.valueOf(ada.id()), true, "op", "sub-1", "sid-1", address("203.0.113.7"), "Browser/1.0"));
        assertThat(sessions.current(browser).map(login -> login.user().id())).contains(ada.id());
    }

    @Test
    void users_of_the_application_are_not_said_to_be_registered() {
        var grace = User.of("42", "Grace", null);
        var browser = signIn(
                identity(
                        CREDENTIALS,
                        grace,
                        ProviderType.CREDENTIALS,
                        VerifiedIdentity.Evidence.of(Proof.of("credentials", "pwd"), Claims.NONE)),
                null);

        assertThat(sessions.factsOf(browser))
                .contains(new NewSession("42", false, "op", null, null, address("203.0.113.7"), "Browser/1.0"));
    }

    @Test
    void a_step_is_asked_about_a_user_whom_the_method_does_not_look_up() {
        step = (attempt, unit) -> Verdict.proceed();
        var pin = identity(
                PIN,
                User.of("new", "Ada", null),
                ProviderType.OAUTH,
                VerifiedIdentity.Evidence.of(Proof.of("pin", "sms")));
        signIn(pin, null);
        var again = signIn(pin, null);

        var ada = memory.getUserByAccount("op", "1").orElseThrow();
        assertThat(sessions.current(again).map(login -> login.user().id())).contains(ada.id());
    }

    @Test
    void a_sign_in_ends_the_session_that_the_browser_had() {
        var before = signIn(oidc(), null);
        var after = signIn(oidc(), before.token());

        assertThat(sessions.current(before)).isEmpty();
        assertThat(sessions.current(after)).isPresent();
    }

    @Test
    void the_first_verification_of_an_address_ends_the_sessions_from_before() {
        var ada = memory.createUser(User.of(null, "Ada", "ada@example.com"));
        var planted = sessions.open(store, new NewSession(id(ada), true, "passkey", null, null, null, null));
        var link = identity(
                LINK,
                User.of("new", null, "ada@example.com"),
                ProviderType.EMAIL,
                VerifiedIdentity.Evidence.of(Proof.of("email", "email")));
        var owner = signIn(link, null);

        assertThat(sessions.current(cookie(planted.id()))).isEmpty();
        assertThat(sessions.current(owner).map(login -> login.user().id())).contains(ada.id());
    }

    @Test
    void a_user_lists_and_ends_sessions() {
        var phone = signIn(oidc(), null);
        var laptop = signIn(oidc(), null);
        var tablet = signIn(oidc(), null);
        var current = sessions.current(laptop).orElseThrow();
        var active = new ActiveSessions(sessions.stored(store, null), clock, publisher, Runnable::run);

        assertThat(active.of(id(current.user()))).hasSize(3);
        assertThat(active.end("another", String.valueOf(phone.token()))).isFalse();
        assertThat(active.end(id(current.user()), String.valueOf(phone.token())))
                .isTrue();
        assertThat(sessions.current(phone)).isEmpty();
        active.endAll(id(current.user()), current.session());
        assertThat(sessions.current(tablet)).isEmpty();
        assertThat(sessions.current(laptop)).isPresent();
    }

    @Test
    void a_sign_out_ends_the_session() {
        var browser = signIn(oidc(), null);
        new SignOutFlow(sessions, publisher).end(browser, true);

        var read = sessions.read(browser, null, SessionStrategy.Reissue.ALWAYS);
        assertThat(read.session()).isNull();
        assertThat(read.cookies()).isNotEmpty();
    }

    /** Signs in, and returns the cookie that the browser has then. */
    private SessionCookie signIn(VerifiedIdentity identity, @Nullable String before) {
        SignInMethod method = new SignInMethod() {
            @Override
            public Traits traits() {
                return identity.traits();
            }

            @Override
            public Outcome complete(MethodRequest request) {
                return identity;
            }
        };
        var sealing = new EncryptedJwt(clock, Randomness.secure());
        var secrets = Secrets.of("a secret of this test");
        var paused = new PausedSignIns(sealing, secrets);
        var registrar = new Registrar(
                store, sessions, publisher, clock, Map.of(), Map.of("op", identity.traits()), paused, step);
        var redirects = new Redirects(Callbacks.DEFAULT, "/", List.of());
        var hints = new LogoutHints(new SealedCookies(sealing, secrets, clock), Set.of(), "/auth", Duration.ofDays(30));
        var flow = new SignInFlow(
                Callbacks.DEFAULT, redirects, registrar, sessions, publisher, store, null, hints, Set.of());
        var http = Request.get(ORIGIN + "/auth/callback/op").header("user-agent", "Browser/1.0");
        if (before != null) http = http.header("cookie", name() + "=" + before);
        var request = new MethodRequest(AuthRequest.parse(http, ORIGIN, "/auth"), cookies, ORIGIN)
                .clientAddress(() -> Optional.of(address("203.0.113.7")));
        return flow.complete(method, request).cookies().stream()
                .filter(cookie -> cookie.name().equals(name()))
                .map(Cookie::value)
                .map(this::cookie)
                .findFirst()
                .orElseThrow();
    }

    private static VerifiedIdentity oidc() {
        var idToken = Claims.of("sub", "sub-1").with("sid", "sid-1");
        return identity(
                PROVIDER,
                User.of("new", "Ada", null),
                ProviderType.OIDC,
                VerifiedIdentity.Evidence.of(Proof.of("oidc", "fed"), Profile.of(Claims.of("name", "Ada")), idToken));
    }

    private static VerifiedIdentity identity(
            Traits traits, User user, ProviderType type, VerifiedIdentity.Evidence evidence) {
        var subject = new VerifiedIdentity.Subject(user, Account.of("op", "1", type));
        return new VerifiedIdentity(traits, subject, evidence, VerifiedIdentity.Completion.NONE);
    }

    private static Traits traits(Traits.Registration registration, Traits.EmailProof proof) {
        return new Traits(
                Traits.Start.REQUEST,
                Traits.CallbackGet.COMPLETE,
                Traits.CsrfToken.NOT_NEEDED,
                registration,
                proof,
                false,
                ErrorType.OAUTH_ACCOUNT_NOT_LINKED);
    }

    private SessionCookie cookie(String token) {
        return SessionCookie.read(cookies, Map.of(name(), token));
    }

    private String name() {
        return cookies.name(AuthCookie.SESSION_TOKEN);
    }

    private static IpAddress address(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    private static String id(User user) {
        return String.valueOf(user.id());
    }
}
