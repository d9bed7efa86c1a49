package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.adapter.UserPage;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Events;
import dev.cardea.limit.RateLimits;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Fault;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An account that was created under another person's address never survives the first verification by the owner, if its
 * provider reported the address as unverified. The kind of provider, the place of the report and the account's later
 * sign-ins do not matter.
 */
class PlantedAccountTest {
    private static final String OP = "https://op.example";
    private static final String COOKIE = "__Secure-authjs.session-token";
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String ADDRESS = "victim@example.com";
    private static final Person THIEF =
            Person.of("thief", "Thief", "Victim@Example.com").with("email_verified", false);
    private static final Person CHANGED = Person.of("thief", "Thief", "thief@example.com");
    private static final Person OTHER = Person.of("other", "Other", "other@example.com");

    enum Strategy {
        JWT(SessionOptions.jwt()),
        DATABASE(SessionOptions.database());

        private final SessionOptions options;

        Strategy(SessionOptions options) {
            this.options = options;
        }
    }

    /** Where the provider reports the address, and that it is unverified. */
    enum Report {
        ID_TOKEN(false, p -> p),
        USERINFO(true, p -> p),
        USERINFO_ALONE(true, p -> p.idToken(false)),
        NO_STORED_TOKENS(false, p -> p.account(tokens -> null)),
        OAUTH(true, p -> oauth("op", "Demo ID")),
        NEVER(false, p -> p.emailProof(OAuthProvider.EmailProof.NEVER));

        private final boolean isAtUserInfo;
        private final UnaryOperator<OAuthProvider> change;

        Report(boolean isAtUserInfo, UnaryOperator<OAuthProvider> change) {
            this.isAtUserInfo = isAtUserInfo;
            this.change = change;
        }
    }

    /** What the store can do. */
    enum Kind {
        WHOLE {
            @Override
            Adapter over(InMemoryAdapter memory) {
                return memory;
            }
        },
        WITHOUT_UNITS {
            @Override
            Adapter over(InMemoryAdapter memory) {
                return AdapterProbe.without(UnitOfWork.class, memory).adapter();
            }
        },
        /** Such as an adapter of the application that keeps the fields of Auth.js. */
        WITHOUT_PLACE {
            @Override
            Adapter over(InMemoryAdapter memory) {
                return AdapterProbe.without(UnverifiedEmails.class, memory).adapter();
            }
        },
        WITHOUT_LISTS {
            @Override
            Adapter over(InMemoryAdapter memory) {
                return AdapterProbe.without(AccountIndex.class, memory).adapter();
            }
        };

        abstract Adapter over(InMemoryAdapter memory);

        boolean keepsReports() {
            return this == WHOLE || this == WITHOUT_UNITS;
        }
    }

    private static OAuthProvider oauth(String id, String name) {
        return OAuthProvider.oauth(id, name)
                .clientId("app")
                .clientSecret("app-secret")
                .issuer(OP)
                .authorization(OP + "/authorize")
                .token(OP + "/token")
                .userinfo(OP + "/userinfo")
                .scope("openid", "profile", "email")
                .checks(Check.PKCE, Check.STATE)
                .profile((profile, tokens) -> User.of(
                        profile.claims().text("sub"),
                        profile.claims().text("name"),
                        profile.claims().text("email")));
    }

    private static OAuthProvider oidc(String id, String name) {
        return OAuthProvider.oidc(id, name, OP).clientId("app").clientSecret("app-secret");
    }

    private final FakeClock clock = FakeClock.at("2026-05-01T12:00:00Z");
    private final Inbox inbox = new Inbox();
    private final List<AuthException> log = new CopyOnWriteArrayList<>();
    private final InMemoryAdapter store = new InMemoryAdapter();
    private final IdentityProvider op = IdentityProvider.at(OP, clock, Randomness.secure())
            .client(Client.of("app", "app-secret")
                    .redirectUri(APP + "/auth/callback/op")
                    .redirectUri(APP + "/auth/callback/two"));

    /** All kinds of providers on a whole store, and two of them on the others. */
    static List<Object[]> all() {
        var all = new ArrayList<Object[]>();
        for (var strategy : Strategy.values()) {
            for (var report : Report.values()) {
                for (var kind : Kind.values()) {
                    boolean isTold = report == Report.ID_TOKEN || report == Report.USERINFO;
                    if (kind == Kind.WHOLE || isTold) all.add(new Object[] {strategy, report, kind});
                }
            }
        }
        return all;
    }

    static List<Object[]> kept() {
        return all().stream().filter(it -> ((Kind) it[2]).keepsReports()).toList();
    }

    @ParameterizedTest
    @MethodSource("all")
    void it_ends_when_the_owner_follows_a_link(Strategy strategy, Report report, Kind kind) {
        var site = site(strategy, report, kind);
        var thief = signedIn(site, THIEF);
        var owner = followMail(site, browser(site));

        requireOwned(site, thief, owner);
    }

    @ParameterizedTest
    @MethodSource("all")
    void it_ends_if_the_thief_signed_in_several_times(Strategy strategy, Report report, Kind kind) {
        var site = site(strategy, report, kind);
        var first = signedIn(site, THIEF);
        var second = signedIn(site, THIEF);
        var owner = followMail(site, browser(site));

        requireOwned(site, first, owner);
        requireOwned(site, second, owner);
    }

    /** The fresh tokens show another address, which is verified. */
    @ParameterizedTest
    @MethodSource("all")
    void it_ends_if_the_thief_changed_the_address_at_the_provider(Strategy strategy, Report report, Kind kind) {
        for (var later : List.of(CHANGED, CHANGED.with("email_verified", false), CHANGED.without("email_verified"))) {
            reset();
            var site = site(strategy, report, kind);
            var first = signedIn(site, THIEF);
            var second = signedIn(site, later);
            var owner = followMail(site, browser(site));

            for (var thief : List.of(first, second)) requireOwned(site, thief, owner);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void it_ends_if_the_provider_no_longer_says(Strategy strategy, Report report, Kind kind) {
        for (var later :
                List.of(THIEF.without("email_verified"), THIEF.without("email").without("email_verified"))) {
            reset();
            var site = site(strategy, report, kind);
            var first = signedIn(site, THIEF);
            var second = signedIn(site, later);
            var owner = followMail(site, browser(site));

            for (var thief : List.of(first, second)) requireOwned(site, thief, owner);
        }
    }

    /** Changing the address first does not help to link another account, which would stay. */
    @ParameterizedTest
    @MethodSource("all")
    void no_account_that_the_thief_links_survives(Strategy strategy, Report report, Kind kind) {
        for (var before : List.of(THIEF, CHANGED)) {
            reset();
            var site = site(strategy, report, kind);
            var thief = signedIn(site, THIEF);
            signIn(site, thief, before, "op");
            signIn(site, thief, OTHER, "two");
            signIn(site, thief, OTHER.without("email_verified"), "two");
            var owner = followMail(site, browser(site));

            requireOwned(site, thief, owner);
            var later = browser(site);
            signIn(site, later, OTHER, "two");
            assertThat(session(later)).doesNotContain(ADDRESS);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_provider_that_verified_the_address_is_a_proof_too(Strategy strategy, Report report, Kind kind) {
        var site =
                site(strategy, report, kind, oidc("two", "Second ID").danger().allowDangerousEmailAccountLinking());
        var first = signedIn(site, THIEF);
        var second = signedIn(site, CHANGED);
        var owner = browser(site);
        signIn(site, owner, Person.of("owner", "Owner", ADDRESS), "two");

        requireOwned(site, first, owner);
        requireOwned(site, second, owner);
    }

    @ParameterizedTest
    @MethodSource("all")
    void the_owner_who_came_first_shares_nothing(Strategy strategy, Report report, Kind kind) {
        var site = site(strategy, report, kind);
        var owner = followMail(site, browser(site));
        var thief = signedIn(site, THIEF);

        requireOwned(site, thief, owner);
    }

    // --- who is not a thief ---

    @ParameterizedTest
    @MethodSource("kept")
    void an_account_whose_provider_has_verified_the_address_since_stays(Strategy strategy, Report report, Kind kind) {
        if (report == Report.NEVER) return;
        var site = site(strategy, report, kind);
        signedIn(site, THIEF);
        var verified = signedIn(site, THIEF.with("email_verified", true));
        if (strategy == Strategy.JWT) assertThat(isMarked(verified)).isFalse();
        followMail(site, browser(site));

        assertThat(store.getUserByAccount("op", "thief").orElseThrow().email()).isEqualTo(ADDRESS);
    }

    @ParameterizedTest
    @MethodSource("kept")
    void an_account_stays_if_its_user_verifies_the_address_in_the_same_browser(
            Strategy strategy, Report report, Kind kind) {
        var site = site(strategy, report, kind);
        var browser = followMail(site, signedIn(site, THIEF));

        assertThat(session(browser)).contains(ADDRESS);
        assertThat(store.getUserByAccount("op", "thief").orElseThrow().emailVerified())
                .isNotNull();
        assertThat(accounts()).extracting(Account::unverifiedEmail).containsOnlyNulls();
    }

    /** Records 018 and 031: what is unknown stays as in Auth.js. */
    @ParameterizedTest
    @MethodSource("all")
    void an_account_of_which_nothing_is_known_stays(Strategy strategy, Report report, Kind kind) {
        if (report == Report.NEVER) return;
        var site = site(strategy, report, kind);
        var browser = signedIn(site, THIEF.without("email_verified"));
        if (strategy == Strategy.JWT) assertThat(isMarked(browser)).isFalse();
        signedIn(site, CHANGED);
        followMail(site, browser(site));

        assertThat(store.getUserByAccount("op", "thief").orElseThrow().email()).isEqualTo(ADDRESS);
        assertThat(store.getUserByEmail(ADDRESS).orElseThrow().emailVerified()).isNotNull();
    }

    /** Where the store can keep the report, the application has the address as before. */
    @ParameterizedTest
    @MethodSource("all")
    void without_a_place_for_the_report_the_address_is_not_stored(Strategy strategy, Report report, Kind kind) {
        var site = site(strategy, report, kind);
        var browser = signedIn(site, THIEF);

        var stored = store.getUserByAccount("op", "thief").orElseThrow();
        assertThat(stored.email()).isEqualTo(kind.keepsReports() ? ADDRESS : null);
        assertThat(session(browser).contains(ADDRESS)).isEqualTo(kind.keepsReports());
        if (strategy == Strategy.JWT) assertThat(isMarked(browser)).isEqualTo(kind.keepsReports());
    }

    @Test
    void where_no_address_can_be_verified_it_is_stored_as_in_authjs() {
        var site = auth(
                Strategy.DATABASE, Kind.WITHOUT_PLACE, Report.ID_TOKEN.change.apply(oidc("op", "Demo ID")), c -> c);
        signedIn(site, THIEF);

        assertThat(store.getUserByAccount("op", "thief").orElseThrow().email()).isEqualTo(ADDRESS);
    }

    /** An account of a version before: its ID token is the evidence, and becomes a report at the next sign-in. */
    @ParameterizedTest
    @MethodSource("all")
    void the_evidence_of_an_earlier_version_is_not_replaced_by_fresh_tokens(
            Strategy strategy, Report report, Kind kind) {
        if (report != Report.ID_TOKEN || kind == Kind.WITHOUT_LISTS) return;
        var site = site(strategy, report, Kind.WHOLE);
        signedIn(site, THIEF);
        store.updateAccount(accounts().get(0).with(Account.UNVERIFIED_EMAIL, null));
        var present = site(strategy, report, kind);
        var thief = signedIn(present, CHANGED);
        signIn(present, thief, CHANGED, "op");
        var owner = followMail(present, browser(present));

        requireOwned(present, thief, owner);
    }

    /** The report of one address says nothing of another one. */
    @Test
    void a_report_of_another_address_does_not_count() {
        var site = site(Strategy.DATABASE, Report.ID_TOKEN, Kind.WHOLE);
        signedIn(site, Person.of("thief", "Owner", ADDRESS));
        signedIn(site, CHANGED.with("email_verified", false));
        followMail(site, browser(site));

        assertThat(store.getUserByAccount("op", "thief")).isPresent();
    }

    @Test
    void the_event_of_a_linked_account_is_that_of_authjs() {
        var linked = new ArrayList<Account>();
        var site = auth(
                Strategy.DATABASE,
                Kind.WHOLE,
                oidc("op", "Demo ID"),
                c -> c.provider(EmailProvider.of("email", inbox).from("no-reply@app.example"))
                        .events(new Events() {
                            @Override
                            public void linkAccount(LinkAccount event) {
                                linked.add(event.account());
                            }
                        }));
        signedIn(site, THIEF);

        assertThat(linked).extracting(Account::unverifiedEmail).containsOnlyNulls();
        assertThat(accounts()).extracting(Account::unverifiedEmail).containsExactly(ADDRESS);
    }

    // --- the parts ---

    /** Nothing that the thief has or does leads to the owner's user. */
    private void requireOwned(Auth site, Browser thief, Browser owner) {
        assertThat(session(owner)).contains(ADDRESS);
        assertThat(session(thief)).doesNotContain(ADDRESS);
        for (var person : List.of(THIEF, CHANGED)) {
            signIn(site, thief, person, "op");
            assertThat(session(thief)).doesNotContain(ADDRESS);
        }
        var victim = store.getUserByEmail(ADDRESS).orElseThrow();
        assertThat(store.listAccountsByUserId(String.valueOf(victim.id())))
                .extracting(Account::providerAccountId)
                .doesNotContain("thief", "other");
    }

    private List<Account> accounts() {
        return store.listAccountsByUserId(
                String.valueOf(store.getUserByEmail(ADDRESS).orElseThrow().id()));
    }

    private void reset() {
        store.listUsers(UserPage.first(100)).forEach(user -> store.deleteUser(String.valueOf(user.id())));
        inbox.clear();
    }

    private Auth site(Strategy strategy, Report report, Kind kind) {
        return site(strategy, report, kind, oidc("two", "Second ID"));
    }

    private Auth site(Strategy strategy, Report report, Kind kind, OAuthProvider second) {
        if (report.isAtUserInfo) op.fault(Fault.CLAIMS_ONLY_IN_USERINFO);
        return auth(
                strategy,
                kind,
                report.change.apply(oidc("op", "Demo ID")),
                c -> c.provider(second)
                        .provider(EmailProvider.of("email", inbox).from("no-reply@app.example")));
    }

    private Auth auth(Strategy strategy, Kind kind, OAuthProvider provider, UnaryOperator<AuthConfig.Builder> more) {
        return Auth.of(more.apply(AuthConfig.builder()
                        .env(Env.none())
                        .environment(Environment.PRODUCTION)
                        .url(APP)
                        .secret(SECRET)
                        .clock(clock)
                        .http(op)
                        .adapter(kind.over(store))
                        .session(strategy.options)
                        .rateLimits(RateLimits.OFF)
                        .provider(provider)
                        .logger(new AuthLogger() {
                            @Override
                            public void error(AuthException error) {
                                log.add(error);
                            }
                        }))
                .build());
    }

    private Browser browser(Auth site) {
        return Browser.of(Origins.of(APP, site).and(op), clock);
    }

    private Browser signedIn(Auth site, Person person) {
        var browser = browser(site);
        signIn(site, browser, person, "op");
        return browser;
    }

    private void signIn(Auth site, Browser browser, Person person, String provider) {
        op.signsIn(person);
        browser.open(APP + "/auth/signin").press("Sign in with " + (provider.equals("op") ? "Demo ID" : "Second ID"));
    }

    private Browser followMail(Auth site, Browser browser) {
        browser.open(APP + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", ADDRESS)
                .submit();
        browser.open(inbox.last(ADDRESS).orElseThrow().url());
        return browser;
    }

    private static String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }

    private boolean isMarked(Browser browser) {
        var token = browser.cookie(APP + "/", COOKIE).orElseThrow();
        return new EncryptedJwt(clock, Randomness.secure())
                .decode(new DecodeParams(token, Secrets.of(SECRET), COOKIE))
                .orElseThrow()
                .has("cardea");
    }
}
