package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static dev.cardea.webauthn.PasskeySite.OP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.UnlinkResult;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProof;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import dev.cardea.token.TokenReader;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first verification of an address ends everything that was planted under it. */
class FirstVerificationTest {
    private static final String VICTIM = "victim@example.com";
    private static final String COOKIE = "__Secure-authjs.session-token";
    private static final Secrets SECRETS = Secrets.of("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests");
    private static final Person THIEF = Person.of("thief", "Thief", VICTIM).with("email_verified", false);
    private static final Person OTHER = Person.of("other", "Other", "other@example.com");
    private static final Person OWNER = Person.of("owner", "Owner", VICTIM);

    private final Inbox inbox = new Inbox();

    enum Strategy {
        JWT(SessionOptions.jwt()),
        DATABASE(SessionOptions.database());

        private final SessionOptions options;

        Strategy(SessionOptions options) {
            this.options = options;
        }
    }

    // --- sessions ---

    @ParameterizedTest
    @EnumSource
    void a_session_of_a_passkey_sign_up_ends_when_the_owner_proves_the_address(Strategy strategy) {
        var site = mailed(strategy, c -> c);
        var thief = site.browser();
        var passkey = site.signUp(thief, VICTIM);
        var returned = site.browser();
        assertThat(signIn(site, returned, passkey)).isEqualTo(APP + "/in");
        assertThat(site.isSignedIn(thief)).isTrue();
        var owner = followMail(site, site.browser());

        assertThat(site.session(thief)).isEqualTo("null");
        assertThat(site.session(returned)).isEqualTo("null");
        assertThat(thief.cookie(APP + "/", COOKIE)).isEmpty();
        assertThat(site.session(owner)).contains(VICTIM);
    }

    @Test
    void a_token_session_stays_ended_also_for_a_page_that_only_looks() {
        var site = mailed(Strategy.JWT, c -> c);
        var thief = site.browser();
        site.signUp(thief, VICTIM);
        var cookie = thief.cookie(APP + "/", COOKIE).orElseThrow();
        followMail(site, site.browser());

        var request = Request.get(APP + "/page").header("cookie", COOKIE + "=" + cookie);
        assertThat(site.auth.session(request)).isEmpty();
        assertThat(site.auth.accounts(request)).isEmpty();
        assertThat(site.auth.passkeys(request)).isEmpty();
    }

    @Test
    void a_token_of_before_neither_enrols_a_passkey_nor_links_an_account() {
        var site = mailed(Strategy.JWT, c -> c.provider(op(p -> p)));
        var thief = site.browser();
        site.signUp(thief, VICTIM);
        var second = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        var begunBefore = second.create(site.options(thief, "?action=register"));
        var cookie = thief.cookie(APP + "/", COOKIE).orElseThrow();
        followMail(site, site.browser());

        assertThat(site.send(thief, "register", begunBefore.json())).contains("error=");
        thief.setCookie(APP + "/", COOKIE + "=" + cookie + "; Path=/; Secure; HttpOnly");
        assertThat(site.ask(thief, "?action=register").status()).isEqualTo(400);
        site.op.signsIn(Person.of("other", "Other", "other@example.com"));
        signInAt(thief);
        var owner = site.adapter.getUserByEmail(VICTIM).orElseThrow();
        assertThat(site.adapter.listAccountsByUserId(String.valueOf(owner.id())))
                .isEmpty();
        assertThat(site.adapter.listAuthenticatorsByUserId(String.valueOf(owner.id())))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_user_who_signed_up_without_proof_links_no_account_until_the_address_is_verified(Strategy strategy) {
        var site = mailed(strategy, c -> c.provider(op(p -> p)));
        var browser = site.browser();
        site.signUp(browser, VICTIM);
        site.op.signsIn(OTHER.without("email_verified"));
        assertThat(signInAt(browser).url()).contains("error=EmailNotVerified");
        assertThat(browser.open(APP + "/auth/signin?error=EmailNotVerified").text())
                .contains("Verify your email address first");
        assertThat(site.adapter.getUserByAccount("op", "other")).isEmpty();
        assertThat(site.session(browser)).contains(VICTIM);

        followMail(site, browser);
        signInAt(browser);
        assertThat(site.adapter.getUserByAccount("op", "other").orElseThrow().email())
                .isEqualTo(VICTIM);
    }

    /** The application may let users delete their last passkey: then no account is left that shows how the user signed up. */
    @ParameterizedTest
    @EnumSource
    void a_user_who_deleted_the_passkey_of_a_sign_up_without_proof_links_no_account_either(Strategy strategy) {
        var site = mailed(strategy, c -> c.provider(op(p -> p)));
        var thief = site.browser();
        site.signUp(thief, VICTIM);
        var cookie = thief.cookie(APP + "/", COOKIE).orElseThrow();
        var request = Request.get(APP + "/settings").header("cookie", COOKIE + "=" + cookie);
        var mine = site.auth.passkeys(request).orElseThrow();
        assertThat(mine.deleteEvenIfLast(mine.list().get(0).id())).isEqualTo(UnlinkResult.REMOVED);
        site.op.signsIn(OTHER);
        assertThat(signInAt(thief).url()).contains("error=EmailNotVerified");
        followMail(site, site.browser());

        signInAt(thief);
        assertThat(site.session(thief)).doesNotContain(VICTIM);
    }

    @Test
    void an_account_without_a_verified_address_is_not_a_proof_either() {
        var site = mailed(
                Strategy.DATABASE,
                c -> c.provider(op(p -> p)).provider(op(p -> p.id("op2").name("Second ID"))));
        site.op.signsIn(THIEF);
        var thief = site.browser();
        signInAt(thief);
        site.op.signsIn(OTHER);
        assertThat(thief.open(APP + "/auth/signin")
                        .press("Sign in with Second ID")
                        .url())
                .contains("error=EmailNotVerified");
    }

    @Test
    void a_passkey_user_links_a_provider_that_verified_the_same_address() {
        var site = mailed(Strategy.DATABASE, c -> c.provider(op(p -> p)));
        var browser = site.browser();
        site.signUp(browser, VICTIM);
        site.op.signsIn(OWNER.with("email", "Victim@Example.com").with("email_verified", true));
        signInAt(browser);

        assertThat(site.adapter.getUserByAccount("op", "owner")).isPresent();
    }

    @Test
    void a_user_of_a_provider_that_says_nothing_links_further_accounts_as_in_authjs() {
        var site = mailed(
                Strategy.DATABASE,
                c -> c.provider(op(p -> p)).provider(op(p -> p.id("op2").name("Second ID"))));
        site.op.signsIn(OWNER.without("email_verified"));
        var browser = site.browser();
        signInAt(browser);
        site.op.signsIn(OTHER);
        browser.open(APP + "/auth/signin").press("Sign in with Second ID");

        assertThat(site.adapter.getUserByAccount("op2", "other")).isPresent();
    }

    @Test
    void where_accounts_cannot_be_listed_the_mark_of_the_session_decides() {
        for (var strategy : Strategy.values()) {
            var memory = new InMemoryAdapter();
            var probe = AdapterProbe.without(AccountIndex.class, memory);
            var site = PasskeySite.on(memory, probe.adapter(), configured(strategy, c -> c.provider(op(p -> p))));
            site.signUp(site.browser, VICTIM);
            site.op.signsIn(OTHER.without("email_verified"));
            signInAt(site.browser);
            assertThat(memory.getUserByAccount("op", "other").isEmpty()).isEqualTo(strategy == Strategy.JWT);
        }
    }

    @Test
    void a_session_kept_alive_keeps_its_mark_whatever_the_callback_returns() {
        var site = mailed(
                Strategy.JWT,
                c -> c.callbacks(
                        Callbacks.DEFAULT.jwt(p -> Claims.of("sub", p.token().value("sub"))
                                .with("email", p.token().value("email")))));
        var thief = site.browser();
        site.signUp(thief, VICTIM);
        site.session(thief);
        site.session(thief);
        followMail(site, site.browser());

        assertThat(site.session(thief)).isEqualTo("null");
    }

    @Test
    void only_tokens_that_prove_no_address_are_marked() {
        var site = mailed(Strategy.JWT, c -> c.provider(op(p -> p)));
        var passkey = site.browser();
        site.signUp(passkey, "passkey@example.com");
        assertThat(claims(passkey).has("cardea")).isTrue();
        var mail = followMail(site, site.browser());
        assertThat(claims(mail).has("cardea")).isFalse();
        for (var person : List.of(
                Person.of("a", "A", "a@example.com"),
                Person.of("b", "B", "b@example.com").without("email_verified"))) {
            site.op.signsIn(person);
            var browser = site.browser();
            signInAt(browser);
            assertThat(claims(browser).has("cardea")).isFalse();
        }
        site.op.signsIn(Person.of("c", "C", "c@example.com").with("email_verified", false));
        var unproven = site.browser();
        signInAt(unproven);
        assertThat(claims(unproven).has("cardea")).isTrue();
    }

    @Test
    void without_a_way_to_prove_an_address_nothing_is_marked() {
        var site = PasskeySite.with(Passkey.provider(), c -> c.session(SessionOptions.jwt()));
        site.signUp(site.browser, VICTIM);

        assertThat(claims(site.browser).has("cardea")).isFalse();
    }

    @Test
    void a_marked_token_costs_one_read_and_any_other_none() {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.on(memory);
        var site = PasskeySite.on(memory, probe.adapter(), configured(Strategy.JWT, c -> c));
        var marked = site.browser();
        site.signUp(marked, VICTIM);
        probe.forgetCalls();
        site.session(marked);
        assertThat(probe.calls()).containsExactly("getUser");
        var owner = followMail(site, site.browser());
        probe.forgetCalls();
        site.session(owner);
        assertThat(probe.calls()).isEmpty();
    }

    @Test
    void a_store_that_does_not_answer_neither_accepts_a_marked_token_nor_signs_out() {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.on(memory);
        var site = PasskeySite.on(memory, probe.adapter(), configured(Strategy.JWT, c -> c));
        var browser = site.browser();
        site.signUp(browser, VICTIM);
        probe.failFrom(1);
        assertThat(site.session(browser)).isEqualTo("null");
        probe.failFrom(0);

        assertThat(site.session(browser)).contains(VICTIM);
    }

    @Test
    void the_token_reader_has_no_store_and_takes_no_marked_token() {
        var site = mailed(Strategy.JWT, c -> c);
        var thief = site.browser();
        site.signUp(thief, VICTIM);
        var owner = followMail(site, site.browser());
        var reader = TokenReader.with(SECRETS).secureCookie(true).clock(site.clock);

        assertThat(reader.read(headers(thief))).isEmpty();
        assertThat(reader.read(headers(owner))).isPresent();
    }

    // --- accounts at providers ---

    @ParameterizedTest
    @EnumSource
    void an_account_whose_stored_token_says_unverified_is_unlinked_and_its_session_ends(Strategy strategy) {
        var site = mailed(strategy, c -> c.provider(op(p -> p)));
        site.op.signsIn(THIEF);
        var thief = site.browser();
        signInAt(thief);
        assertThat(site.session(thief)).contains(VICTIM);
        var owner = followMail(site, site.browser());

        assertThat(site.adapter.getUserByAccount("op", "thief")).isEmpty();
        assertThat(site.session(thief)).isEqualTo("null");
        assertThat(site.session(owner)).contains(VICTIM);
        signInAt(thief);
        assertThat(site.session(thief)).isEqualTo("null");
    }

    @Test
    void an_account_of_a_provider_that_never_verifies_addresses_is_unlinked() {
        var site = mailed(
                Strategy.DATABASE,
                c -> c.provider(op(p -> p.emailProof(EmailProof.NEVER)
                        .account(tokens -> Claims.of("access_token", tokens.accessToken())))));
        site.op.signsIn(THIEF);
        signInAt(site.browser());
        followMail(site, site.browser());

        assertThat(site.adapter.getUserByAccount("op", "thief")).isEmpty();
    }

    @Test
    void an_account_of_which_nothing_is_known_stays_linked() {
        for (var person : List.of(THIEF.with("email_verified", null), THIEF.without("email_verified"), OWNER)) {
            var site = mailed(Strategy.DATABASE, c -> c.provider(op(p -> p)));
            site.op.signsIn(person);
            signInAt(site.browser());
            followMail(site, site.browser());

            assertThat(site.adapter.getUserByAccount("op", person.sub())).isPresent();
        }
    }

    @Test
    void an_account_of_a_provider_that_is_no_longer_configured_stays_linked() {
        var site = mailed(Strategy.DATABASE, c -> c.provider(op(p -> p)));
        var user = site.adapter.createUser(User.of(null, "Ada", VICTIM));
        var unverified = "{\"email\":\"victim@example.com\",\"email_verified\":false}";
        site.adapter.linkAccount(account(user, unverified).with("provider", "closed"));
        followMail(site, site.browser());

        assertThat(site.adapter.getUserByAccount("closed", "42")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no token",
                "a.b.c",
                "..",
                "e30.!.e30",
                "{\"email\":\"other@example.com\",\"email_verified\":false}",
                "{\"email_verified\":false}",
                "{\"email\":\"victim@example.com\",\"email_verified\":null}",
                "{\"email\":\"victim@example.com\",\"email_verified\":\"true\"}",
                "[]"
            })
    void a_stored_token_that_says_nothing_of_the_address_unlinks_nothing(String stored) {
        var site = mailed(Strategy.DATABASE, c -> c.provider(op(p -> p)));
        var user = site.adapter.createUser(User.of(null, "Ada", VICTIM));
        site.adapter.linkAccount(account(user, stored));
        followMail(site, site.browser());

        assertThat(site.adapter.getUserByAccount("op", "42")).isPresent();
    }

    @Test
    void an_unverified_address_is_reported_by_any_value_that_is_not_true() {
        for (var flag : List.of("false", "\"false\"", "\"no\"", "0")) {
            inbox.clear();
            var site = mailed(Strategy.DATABASE, c -> c.provider(op(p -> p)));
            var user = site.adapter.createUser(User.of(null, "Ada", VICTIM));
            site.adapter.linkAccount(
                    account(user, "{\"email\":\"Victim@Example.com\",\"email_verified\":" + flag + "}"));
            followMail(site, site.browser());

            assertThat(site.adapter.getUserByAccount("op", "42")).isEmpty();
        }
    }

    private static Account account(User user, String stored) {
        var payload = Base64.getUrlEncoder().withoutPadding().encodeToString(stored.getBytes());
        var token = stored.startsWith("{") || stored.startsWith("[") ? "e30." + payload + ".sig" : stored;
        return Account.of(Claims.of("provider", "op")
                .with("providerAccountId", "42")
                .with("type", "oidc")
                .with("userId", user.id())
                .with("id_token", token));
    }

    @Test
    void accounts_and_passkeys_stay_where_the_owner_is_signed_in_with_them() {
        var site = mailed(Strategy.DATABASE, c -> c.provider(op(p -> p)));
        site.op.signsIn(THIEF);
        var browser = site.browser();
        signInAt(browser);
        followMail(site, browser);

        assertThat(site.adapter.getUserByAccount("op", "thief")).isPresent();
        assertThat(site.session(browser)).contains(VICTIM);
    }

    @Test
    void a_store_without_an_index_of_accounts_still_ends_sessions_and_passkeys() {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.without(AccountIndex.class, memory);
        var site = PasskeySite.on(memory, probe.adapter(), configured(Strategy.DATABASE, c -> c.provider(op(p -> p))));
        var thief = site.browser();
        site.signUp(thief, VICTIM);
        followMail(site, site.browser());

        assertThat(site.session(thief)).isEqualTo("null");
    }

    // --- linking by address ---

    @ParameterizedTest
    @EnumSource
    void a_provider_that_verified_the_address_proves_it_before_it_is_linked(Strategy strategy) {
        var site = mailed(strategy, c -> c.provider(op(p -> p.danger().allowDangerousEmailAccountLinking())));
        var thief = site.browser();
        var passkey = site.signUp(thief, VICTIM);
        site.op.signsIn(OWNER);
        var owner = site.browser();
        signInAt(owner);

        assertThat(site.session(owner)).contains(VICTIM);
        assertThat(site.session(thief)).isEqualTo("null");
        assertThat(signIn(site, site.browser(), passkey)).contains("error=");
        assertThat(site.adapter.getUserByEmail(VICTIM).orElseThrow().emailVerified())
                .isEqualTo(site.clock.instant());
        assertThat(site.adapter.getUserByAccount("op", "owner")).isPresent();
    }

    @Test
    void it_does_so_without_e_mail_sign_in_as_well() {
        var site = PasskeySite.with(
                Passkey.provider(),
                c -> c.session(SessionOptions.jwt()).provider(op(p -> p.danger().allowDangerousEmailAccountLinking())));
        var thief = site.browser();
        site.signUp(thief, VICTIM);
        site.op.signsIn(OWNER);
        signInAt(site.browser());

        assertThat(site.session(thief)).isEqualTo("null");
    }

    @Test
    void a_provider_that_does_not_say_links_as_configured_and_proves_nothing() {
        var site = mailed(Strategy.DATABASE, c -> c.provider(op(p -> p.danger().allowDangerousEmailAccountLinking())));
        site.signUp(site.browser(), VICTIM);
        site.op.signsIn(OWNER.without("email_verified"));
        signInAt(site.browser());

        assertThat(site.adapter.getUserByAccount("op", "owner")).isPresent();
        assertThat(site.adapter.getUserByEmail(VICTIM).orElseThrow().emailVerified())
                .isNull();
    }

    @Test
    void a_provider_that_says_unverified_links_nothing() {
        for (UnaryOperator<OAuthProvider> option : List.<UnaryOperator<OAuthProvider>>of(
                p -> p,
                p -> p.danger().allowDangerousEmailAccountLinking(),
                p -> p.danger().allowDangerousEmailAccountLinkingOfVerified())) {
            var site = mailed(Strategy.DATABASE, c -> c.provider(op(option)));
            site.signUp(site.browser(), VICTIM);
            site.op.signsIn(THIEF);
            var thief = site.browser();
            assertThat(signInAt(thief).url()).contains("error=OAuthAccountNotLinked");
            assertThat(site.adapter.getUserByAccount("op", "thief")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void linking_of_verified_addresses_asks_both_sides(boolean isStoredVerified) {
        for (var verified : new @Nullable Boolean[] {true, false, null}) {
            inbox.clear();
            var site = mailed(
                    Strategy.DATABASE,
                    c -> c.provider(op(p -> p.danger().allowDangerousEmailAccountLinkingOfVerified())));
            if (isStoredVerified) followMail(site, site.browser());
            else site.signUp(site.browser(), VICTIM);
            site.op.signsIn(
                    verified == null ? OWNER.without("email_verified") : OWNER.with("email_verified", verified));
            signInAt(site.browser());

            assertThat(site.adapter.getUserByAccount("op", "owner").isPresent())
                    .as("stored %s, provider %s", isStoredVerified, verified)
                    .isEqualTo(isStoredVerified && Boolean.TRUE.equals(verified));
        }
    }

    // --- at the same moment ---

    @Test
    void without_units_a_passkey_sign_in_that_meets_the_first_verification_leaves_no_session() throws Exception {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.without(UnitOfWork.class, memory);
        var site = PasskeySite.on(memory, probe.adapter(), configured(Strategy.DATABASE, c -> c));
        var passkey = site.signUp(site.browser(), VICTIM);
        var thief = site.browser();
        var answer = passkey.get(site.options(thief, "")).json();
        var link = askForMail(site, site.browser());
        var pause = probe.pauseBefore("createSession");
        var running = new Thread(() -> site.send(thief, "authenticate", answer));
        running.start();
        pause.awaitReached();
        var owner = site.browser();
        owner.open(link);
        pause.resume();
        running.join();

        assertThat(site.session(owner)).contains(VICTIM);
        assertThat(site.session(thief)).isEqualTo("null");
        assertThat(memory.listSessionsByUserId(String.valueOf(
                        memory.getUserByEmail(VICTIM).orElseThrow().id())))
                .hasSize(1);
    }

    /** Some stores read the account first and then its user. */
    @Test
    void without_units_a_sign_in_that_found_its_account_before_the_first_verification_leaves_no_session() {
        var memory = new InMemoryAdapter();
        var between = new AtomicReference<Runnable>(() -> {});
        var probe = AdapterProbe.without(
                UnitOfWork.class,
                readingInTwoSteps(memory, () -> between.getAndSet(() -> {}).run()));
        var site = PasskeySite.on(memory, probe.adapter(), configured(Strategy.DATABASE, c -> c.provider(op(p -> p))));
        site.op.signsIn(THIEF);
        signInAt(site.browser());
        var owner = site.browser();
        var link = askForMail(site, owner);
        var thief = site.browser();
        between.set(() -> owner.open(link));
        signInAt(thief);

        assertThat(site.session(owner)).contains(VICTIM);
        assertThat(site.session(thief)).isEqualTo("null");
        assertThat(memory.getUserByAccount("op", "thief")).isEmpty();
    }

    @Test
    void without_units_the_next_proof_finishes_what_a_failing_store_left_halfway() {
        boolean hasFailed = true;
        for (int call = 1; hasFailed; call++) {
            inbox.clear();
            var memory = new InMemoryAdapter();
            var probe = AdapterProbe.without(UnitOfWork.class, memory);
            var site =
                    PasskeySite.on(memory, probe.adapter(), configured(Strategy.DATABASE, c -> c.provider(op(p -> p))));
            site.op.signsIn(THIEF);
            var thief = site.browser();
            signInAt(thief);
            var owner = site.browser();
            var link = askForMail(site, owner);
            probe.failBefore(call);
            owner.open(link);
            probe.failBefore(0);
            hasFailed = site.session(owner).equals("null");
            if (hasFailed) owner = followMail(site, site.browser());

            assertThat(site.session(owner)).as("call %d", call).contains(VICTIM);
            assertThat(site.session(thief)).as("call %d", call).isEqualTo("null");
            assertThat(memory.getUserByAccount("op", "thief"))
                    .as("call %d", call)
                    .isEmpty();
        }
    }

    /** The owner's link is opened after the request of the thief read its session and before it locks the user. */
    @Test
    void a_session_that_the_first_verification_ends_meanwhile_links_no_account() throws Exception {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.on(memory);
        var site = PasskeySite.on(memory, probe.adapter(), configured(Strategy.DATABASE, c -> c.provider(op(p -> p))));
        site.op.signsIn(OTHER);
        var thief = site.browser();
        site.signUp(thief, VICTIM);
        var link = askForMail(site, site.browser());
        var pause = probe.pauseBefore("inUnit");
        var running = new Thread(() -> signInAt(thief));
        running.start();
        pause.awaitReached();
        var owner = site.browser();
        owner.open(link);
        pause.resume();
        running.join();

        var victim = memory.getUserByEmail(VICTIM).orElseThrow();
        assertThat(victim.emailVerified()).isNotNull();
        assertThat(memory.listAccountsByUserId(String.valueOf(victim.id()))).isEmpty();
        assertThat(site.session(thief)).doesNotContain(VICTIM);
    }

    @Test
    void without_units_an_account_linked_while_the_address_is_verified_is_unlinked_again() throws Exception {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.without(UnitOfWork.class, memory);
        var site = PasskeySite.on(memory, probe.adapter(), configured(Strategy.DATABASE, c -> c.provider(op(p -> p))));
        site.op.signsIn(OWNER);
        var thief = site.browser();
        signInAt(thief);
        site.op.signsIn(OTHER);
        var link = askForMail(site, site.browser());
        var pause = probe.pauseBefore("createSession");
        var running = new Thread(() -> signInAt(thief));
        running.start();
        pause.awaitReached();
        site.browser().open(link);
        pause.resume();
        running.join();

        var victim = memory.getUserByEmail(VICTIM).orElseThrow();
        assertThat(memory.listAccountsByUserId(String.valueOf(victim.id())))
                .extracting(Account::providerAccountId)
                .containsExactly("owner");
        assertThat(site.session(thief)).doesNotContain(VICTIM);
    }

    @Test
    void a_user_whose_address_is_unverified_is_locked_before_anything_of_the_user_is_read() {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.on(memory);
        var site = PasskeySite.on(memory, probe.adapter(), configured(Strategy.DATABASE, c -> c.provider(op(p -> p))));
        var browser = site.browser();
        var passkey = site.signUp(browser, "ann@example.com");
        assertThat(firstOfLastUnit(probe)).as("sign-up").isNotEqualTo("lockUser");
        signIn(site, site.browser(), passkey);
        assertThat(firstOfLastUnit(probe)).as("passkey").isEqualTo("lockUser");
        site.op.signsIn(OTHER);
        signInAt(browser);
        assertThat(firstOfLastUnit(probe)).as("link").isEqualTo("lockUser");
        site.op.signsIn(THIEF);
        signInAt(site.browser());
        signInAt(site.browser());
        assertThat(firstOfLastUnit(probe)).as("unverified account").isEqualTo("lockUser");
        var owner = followMail(site, site.browser());
        assertThat(firstOfLastUnit(probe)).as("first verification").isEqualTo("lockUser");
        probe.forgetCalls();
        site.op.signsIn(OTHER);
        signInAt(owner);
        followMail(site, site.browser());
        assertThat(probe.calls()).as("verified").contains("inUnit").doesNotContain("lockUser");
    }

    private static String firstOfLastUnit(AdapterProbe probe) {
        var calls = probe.calls();
        return calls.get(calls.lastIndexOf("inUnit") + 1);
    }

    private static Adapter readingInTwoSteps(InMemoryAdapter memory, Runnable between) {
        return (Adapter) Proxy.newProxyInstance(
                Adapter.class.getClassLoader(), InMemoryAdapter.class.getInterfaces(), (self, method, arguments) -> {
                    var answer = method.invoke(memory, arguments);
                    if (!method.getName().equals("getUserByAccount")) return answer;
                    between.run();
                    return ((Optional<?>) answer)
                            .map(User.class::cast)
                            .flatMap(user -> memory.getUser(String.valueOf(user.id())));
                });
    }

    // --- the parts ---

    private PasskeySite mailed(Strategy strategy, UnaryOperator<AuthConfig.Builder> more) {
        return PasskeySite.with(Passkey.provider(), configured(strategy, more));
    }

    private UnaryOperator<AuthConfig.Builder> configured(Strategy strategy, UnaryOperator<AuthConfig.Builder> more) {
        return c -> more.apply(c.session(strategy.options)
                .provider(EmailProvider.of("email", inbox).from("no-reply@app.example")));
    }

    private static OAuthProvider op(UnaryOperator<OAuthProvider> change) {
        return change.apply(
                OAuthProvider.oidc("op", "Demo ID", OP).clientId("app").clientSecret("app-secret"));
    }

    private static Page signInAt(Browser browser) {
        return browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
    }

    private static String signIn(PasskeySite site, Browser browser, SoftAuthenticator passkey) {
        return site.send(
                browser, "authenticate", passkey.get(site.options(browser, "")).json());
    }

    private Browser followMail(PasskeySite site, Browser browser) {
        browser.open(askForMail(site, browser));
        return browser;
    }

    private String askForMail(PasskeySite site, Browser browser) {
        browser.open(APP + "/auth/signin")
                .form("Email me a link")
                .fill("email", VICTIM)
                .submit();
        var links = new ArrayList<>(inbox.links());
        return links.get(links.size() - 1);
    }

    private static Map<String, String> headers(Browser browser) {
        return Map.of("cookie", COOKIE + "=" + browser.cookie(APP + "/", COOKIE).orElseThrow());
    }

    private static Claims claims(Browser browser) {
        var token = browser.cookie(APP + "/", COOKIE).orElseThrow();
        var codec = new EncryptedJwt(FakeClock.at("2026-05-01T12:00:00Z"), Randomness.secure());
        return codec.decode(new DecodeParams(token, SECRETS, COOKIE)).orElseThrow();
    }
}
