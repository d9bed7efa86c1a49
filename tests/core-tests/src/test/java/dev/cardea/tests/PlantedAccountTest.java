package dev.cardea.tests;

import static dev.cardea.tests.OwnershipSite.oauth;
import static dev.cardea.tests.OwnershipSite.oidc;
import static dev.cardea.tests.OwnershipSite.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.hook.Events;
import dev.cardea.model.Account;
import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProof;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Fault;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Person;
import dev.cardea.tests.OwnershipSite.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An account that was created under another person's address never survives the first verification by the owner, if its
 * provider reported the address as unverified. The kind of provider, the place of the report and the account's later
 * sign-ins do not matter.
 */
@Tag("slow")
class PlantedAccountTest {
    private static final String ADDRESS = "victim@example.com";
    private static final Person THIEF =
            Person.of("thief", "Thief", "Victim@Example.com").with("email_verified", false);
    private static final Person CHANGED = Person.of("thief", "Thief", "thief@example.com");
    private static final Person OTHER = Person.of("other", "Other", "other@example.com");

    /** Where the provider reports the address, and that it is unverified. */
    enum Report {
        ID_TOKEN(false, p -> p),
        USERINFO(true, p -> p),
        USERINFO_ALONE(true, p -> p.idToken(false)),
        NO_STORED_TOKENS(false, p -> p.account(tokens -> null)),
        OAUTH(true, p -> oauth("op", "Demo ID").checks(Check.PKCE, Check.STATE)),
        NEVER(false, p -> p.emailProof(EmailProof.NEVER));

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

    private final OwnershipSite parts = new OwnershipSite();
    private final InMemoryAdapter store = parts.store;
    private final IdentityProvider op = parts.op;

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
        var owner = followMail(browser(site));

        requireOwned(thief, owner);
    }

    /** The fresh tokens show another address, which is verified or not, or say nothing. */
    @ParameterizedTest
    @MethodSource("all")
    void it_ends_whatever_the_provider_says_of_the_thief_later(Strategy strategy, Report report, Kind kind) {
        for (var later : List.of(
                THIEF,
                CHANGED,
                CHANGED.with("email_verified", false),
                CHANGED.without("email_verified"),
                THIEF.without("email_verified"),
                THIEF.without("email").without("email_verified"))) {
            parts.reset();
            var site = site(strategy, report, kind);
            var first = signedIn(site, THIEF);
            var second = signedIn(site, later);
            var owner = followMail(browser(site));

            for (var thief : List.of(first, second)) requireOwned(thief, owner);
        }
    }

    /** Changing the address first does not help to link another account, which would stay. */
    @ParameterizedTest
    @MethodSource("all")
    void no_account_that_the_thief_links_survives(Strategy strategy, Report report, Kind kind) {
        for (var before : List.of(THIEF, CHANGED)) {
            parts.reset();
            var site = site(strategy, report, kind);
            var thief = signedIn(site, THIEF);
            parts.signIn(thief, before, "Demo ID");
            parts.signIn(thief, OTHER, "Second ID");
            parts.signIn(thief, OTHER.without("email_verified"), "Second ID");
            var owner = followMail(browser(site));

            requireOwned(thief, owner);
            var later = browser(site);
            parts.signIn(later, OTHER, "Second ID");
            assertThat(session(later)).doesNotContain(ADDRESS);
        }
    }

    /** The report goes with the account, and an application, or Auth.js, removes the last one if it wants to. */
    @ParameterizedTest
    @MethodSource("all")
    void no_account_that_the_thief_links_survives_if_the_reported_one_was_removed(
            Strategy strategy, Report report, Kind kind) {
        var site = site(strategy, report, kind);
        var thief = signedIn(site, THIEF);
        store.unlinkAccount("op", "thief");
        for (var other : List.of(OTHER, OTHER.without("email_verified"))) parts.signIn(thief, other, "Second ID");
        parts.signIn(thief, CHANGED, "Demo ID");
        var owner = followMail(browser(site));

        requireOwned(thief, owner);
        var later = browser(site);
        parts.signIn(later, OTHER, "Second ID");
        assertThat(session(later)).doesNotContain(ADDRESS);
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_provider_that_verified_the_address_is_a_proof_too(Strategy strategy, Report report, Kind kind) {
        var site =
                site(strategy, report, kind, oidc("two", "Second ID").danger().allowDangerousEmailAccountLinking());
        var first = signedIn(site, THIEF);
        var second = signedIn(site, CHANGED);
        var owner = browser(site);
        parts.signIn(owner, Person.of("owner", "Owner", ADDRESS), "Second ID");

        requireOwned(first, owner);
        requireOwned(second, owner);
    }

    @ParameterizedTest
    @MethodSource("all")
    void the_owner_who_came_first_shares_nothing(Strategy strategy, Report report, Kind kind) {
        var site = site(strategy, report, kind);
        var owner = followMail(browser(site));
        var thief = signedIn(site, THIEF);

        requireOwned(thief, owner);
    }

    // --- who is not a thief ---

    @ParameterizedTest
    @MethodSource("kept")
    void an_account_whose_provider_has_verified_the_address_since_stays(Strategy strategy, Report report, Kind kind) {
        if (report == Report.NEVER) return;
        var site = site(strategy, report, kind);
        signedIn(site, THIEF);
        var verified = signedIn(site, THIEF.with("email_verified", true));
        if (strategy == Strategy.JWT) assertThat(parts.isMarked(verified)).isFalse();
        followMail(browser(site));

        assertThat(store.getUserByAccount("op", "thief").orElseThrow().email()).isEqualTo(ADDRESS);
    }

    @ParameterizedTest
    @MethodSource("kept")
    void an_account_stays_if_its_user_verifies_the_address_in_the_same_browser(
            Strategy strategy, Report report, Kind kind) {
        var site = site(strategy, report, kind);
        var browser = followMail(signedIn(site, THIEF));

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
        if (strategy == Strategy.JWT) assertThat(parts.isMarked(browser)).isFalse();
        signedIn(site, CHANGED);
        followMail(browser(site));

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
        if (strategy == Strategy.JWT) assertThat(parts.isMarked(browser)).isEqualTo(kind.keepsReports());
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
        parts.signIn(thief, CHANGED, "Demo ID");
        var owner = followMail(browser(present));

        requireOwned(thief, owner);
    }

    /** Amazon Cognito and Apple send texts. Session, account and what ends later follow the same answer. */
    @ParameterizedTest
    @MethodSource("claims")
    void a_claim_means_the_same_for_the_session_the_account_and_the_evidence(
            @Nullable Object claim, boolean isReported, boolean isUserInfo) {
        var report = isUserInfo ? Report.USERINFO : Report.ID_TOKEN;
        var site = site(Strategy.JWT, report, Kind.WHOLE);
        var browser = signedIn(site, THIEF.with("email_verified", claim));

        assertThat(parts.isMarked(browser)).isEqualTo(isReported);
        assertThat(accounts()).extracting(Account::unverifiedEmail).containsExactly(isReported ? ADDRESS : null);

        store.updateAccount(accounts().get(0).with(Account.UNVERIFIED_EMAIL, null));
        followMail(browser(site));
        boolean isEvidence = isReported && !isUserInfo;
        assertThat(store.getUserByAccount("op", "thief").isEmpty()).isEqualTo(isEvidence);
        assertThat(session(browser).contains(ADDRESS)).isEqualTo(!isReported);
    }

    static List<Object[]> claims() {
        var claims = new ArrayList<Object[]>();
        for (boolean isUserInfo : List.of(false, true)) {
            for (var claim : List.of(true, "true")) claims.add(new Object[] {claim, false, isUserInfo});
            for (var claim : List.of(false, "false", "no", 0)) claims.add(new Object[] {claim, true, isUserInfo});
            claims.add(new Object[] {null, false, isUserInfo});
        }
        return claims;
    }

    /** What is not said vouches for no address, not even where linking by address is on. */
    @Test
    void a_claim_that_is_null_links_no_account_by_its_address() {
        var trusting = oidc("two", "Second ID").danger().allowDangerousEmailAccountLinking();
        for (var claim : new @Nullable Object[] {null, "false", "no", false}) {
            parts.reset();
            var site = site(Strategy.DATABASE, Report.ID_TOKEN, Kind.WHOLE, trusting);
            followMail(browser(site));
            var other = browser(site);
            parts.signIn(other, Person.of("other", "Other", ADDRESS).with("email_verified", claim), "Second ID");

            assertThat(session(other)).as("%s", claim).isEqualTo("null");
        }
    }

    /** The report of one address says nothing of another one. */
    @Test
    void a_report_of_another_address_does_not_count() {
        var site = site(Strategy.DATABASE, Report.ID_TOKEN, Kind.WHOLE);
        signedIn(site, Person.of("thief", "Owner", ADDRESS));
        signedIn(site, CHANGED.with("email_verified", false));
        followMail(browser(site));

        assertThat(store.getUserByAccount("op", "thief")).isPresent();
    }

    @Test
    void the_event_of_a_linked_account_is_that_of_authjs() {
        var linked = new ArrayList<Account>();
        var site = auth(
                Strategy.DATABASE,
                Kind.WHOLE,
                oidc("op", "Demo ID"),
                c -> c.provider(parts.mail()).events(new Events() {
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
    private void requireOwned(Browser thief, Browser owner) {
        assertThat(session(owner)).contains(ADDRESS);
        assertThat(session(thief)).doesNotContain(ADDRESS);
        for (var person : List.of(THIEF, CHANGED)) {
            parts.signIn(thief, person, "Demo ID");
            assertThat(session(thief)).doesNotContain(ADDRESS);
        }
        var victim = store.getUserByEmail(ADDRESS).orElseThrow();
        assertThat(store.listAccountsByUserId(String.valueOf(victim.id())))
                .extracting(Account::providerAccountId)
                .doesNotContain("thief", "other");
    }

    private List<Account> accounts() {
        return parts.accountsOf(ADDRESS);
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
                c -> c.provider(second).provider(parts.mail()));
    }

    private Auth auth(Strategy strategy, Kind kind, OAuthProvider provider, UnaryOperator<AuthConfig.Builder> more) {
        return Auth.of(more.apply(parts.config(strategy, kind.over(store)).provider(provider))
                .build());
    }

    private Browser browser(Auth site) {
        return parts.browser(site);
    }

    private Browser signedIn(Auth site, Person person) {
        var browser = browser(site);
        parts.signIn(browser, person, "Demo ID");
        return browser;
    }

    /** Follows a link that this browser requested. */
    private Browser followMail(Browser browser) {
        browser.open(parts.request(browser, ADDRESS));
        return browser;
    }
}
