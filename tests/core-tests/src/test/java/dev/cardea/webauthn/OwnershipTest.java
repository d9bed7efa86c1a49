package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which user owns a passkey, which user it signs in, and what other visitors learn. */
class OwnershipTest {
    private static final String SESSION = "__Secure-authjs.session-token";

    private final PasskeySite site = PasskeySite.open();
    private final SoftAuthenticator alice = site.signUp(site.browser(), "alice@example.com");

    @Test
    void a_challenge_for_bob_who_has_no_passkey_rejects_the_passkey_of_alice() {
        site.adapter.createUser(User.of(null, "Bob", "bob@example.com"));
        for (var handle : Arrays.asList(alice.userHandle, null, "", Answer.base64Url(new byte[64]))) {
            var browser = site.browser();
            var used = alice.get(site.options(browser, "?action=authenticate&email=bob@example.com"));
            used.userHandle = handle;
            assertThat(site.send(browser, "authenticate", used.json())).contains("WebAuthnVerificationError");
            assertThat(site.isSignedIn(browser)).isFalse();
        }
    }

    @Test
    void a_challenge_for_bob_who_has_a_passkey_rejects_the_passkey_of_alice() {
        site.signUp(site.browser(), "bob@example.com");
        var browser = site.browser();
        var used = alice.get(site.options(browser, "?action=authenticate&email=bob@example.com"));
        assertThat(site.send(browser, "authenticate", used.json())).contains("WebAuthnVerificationError");
        assertThat(site.isSignedIn(browser)).isFalse();
    }

    @Test
    void a_challenge_for_alice_accepts_her_passkey_with_her_handle_or_none() {
        for (var handle : Arrays.asList(alice.userHandle, null, "")) {
            assertThat(signInNamed(handle)).isEqualTo(APP + "/in");
        }
        assertThat(signInNamed(Answer.base64Url(new byte[64]))).contains("WebAuthnVerificationError");
    }

    private String signInNamed(@Nullable String handle) {
        var browser = site.browser();
        var used = alice.get(site.options(browser, "?action=authenticate&email=alice@example.com"));
        used.userHandle = handle;
        return site.send(browser, "authenticate", used.json());
    }

    @Test
    void a_user_signed_in_as_bob_does_not_become_alice() {
        var browser = site.browser();
        site.signUp(browser, "bob@example.com");
        var used = alice.get(site.options(browser, "?action=authenticate"));
        assertThat(site.send(browser, "authenticate", used.json())).contains("error=");
        assertThat(site.session(browser)).contains("bob@example.com");
    }

    @Test
    void a_passkey_without_its_account_signs_no_user_in() {
        site.adapter.unlinkAccount("passkey", Base64.getEncoder().encodeToString(alice.id));
        var browser = site.browser();
        assertThat(site.send(
                        browser,
                        "authenticate",
                        alice.get(site.options(browser, "")).json()))
                .contains("error=WebAuthnVerificationError");
        assertThat(site.lastError()).contains("the passkey has no account");
        assertThat(site.isSignedIn(browser)).isFalse();
    }

    @Test
    void a_user_without_an_address_gets_no_options_for_a_new_passkey() {
        var nameless = site.adapter.createUser(User.of(null, "Nameless", null));
        site.adapter.createSession(new AdapterSession(
                "token-of-nameless",
                String.valueOf(nameless.id()),
                site.clock.instant().plusSeconds(3600)));
        var browser = site.browser();
        browser.setCookie(APP + "/auth/", "__Secure-authjs.session-token=token-of-nameless; Path=/; Secure");
        assertThat(site.session(browser)).contains("Nameless");
        assertThat(site.ask(browser, "?action=register").status()).isEqualTo(400);
    }

    @Test
    void a_second_passkey_that_could_not_be_stored_leaves_neither_account_nor_session() {
        var memory = new InMemoryAdapter();
        var failing = new ArrayList<String>();
        var shaky = PasskeySite.on(memory, failing(memory, failing, false), Passkey.provider());
        shaky.signUp(shaky.browser, "ada@example.com");
        var ada = String.valueOf(
                memory.getUserByEmail("ada@example.com").orElseThrow().id());
        var second =
                new SoftAuthenticator(SoftKey.Kind.ES256, APP).create(shaky.options(shaky.browser, "?action=register"));
        failing.add("createAuthenticator");
        assertThat(shaky.send(shaky.browser, "register", second.json())).contains("error=");
        assertThat(memory.listAccountsByUserId(ada)).hasSize(1);
        assertThat(memory.listSessionsByUserId(ada)).isEmpty();
    }

    @Test
    void a_second_passkey_belongs_to_the_user_who_requested_it_with_the_same_handle() {
        var browser = site.browser();
        signIn(browser, alice);
        var second = new SoftAuthenticator(SoftKey.Kind.ED25519, APP);
        var options = site.options(browser, "?action=register");
        assertThat(options.toJson()).contains(Answer.base64Url(alice.id));
        assertThat(site.send(browser, "register", second.create(options).json()))
                .isEqualTo(APP + "/in");
        assertThat(second.userHandle).isEqualTo(alice.userHandle);
        var again = site.browser();
        signIn(again, second);
        assertThat(site.session(again)).contains("alice@example.com");
    }

    @Test
    void a_second_passkey_sent_after_another_user_signed_in_is_rejected() {
        var bob = site.browser();
        site.signUp(bob, "bob@example.com");
        for (var session : List.of("", String.valueOf(bob.cookies(APP + "/").get(SESSION)))) {
            var browser = site.browser();
            signIn(browser, alice);
            var second = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
            var made = second.create(site.options(browser, "?action=register"));
            browser.setCookie(APP + "/", SESSION + "=" + session + "; Path=/; Secure; HttpOnly");
            assertThat(site.send(browser, "register", made.json())).contains("error=");
            assertThat(site.adapter.getAuthenticator(Base64.getEncoder().encodeToString(second.id)))
                    .isEmpty();
        }
    }

    @Test
    void a_passkey_that_a_visitor_began_to_register_is_not_stored_for_who_was_signed_in_meanwhile() {
        var mallory = site.browser();
        site.signUp(mallory, "mallory@example.com");
        var browser = site.browser();
        var first = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        var made = first.create(site.options(browser, "?email=victim@example.com"));
        var session = mallory.cookies(APP + "/").get(SESSION);
        browser.setCookie(APP + "/", SESSION + "=" + session + "; Path=/; Secure; HttpOnly");
        assertThat(site.send(browser, "register", made.json())).contains("error=");
        assertThat(site.adapter.getAuthenticator(Base64.getEncoder().encodeToString(first.id)))
                .isEmpty();
    }

    private void signIn(Browser browser, SoftAuthenticator authenticator) {
        assertThat(site.send(
                        browser,
                        "authenticate",
                        authenticator.get(site.options(browser, "")).json()))
                .isEqualTo(APP + "/in");
    }

    @Test
    void an_address_is_the_same_in_any_spelling() {
        assertThat(site.ask(site.browser(), "?email=%20Alice%40EXAMPLE.com").text())
                .contains("\"action\":\"authenticate\"")
                .contains(Answer.base64Url(alice.id));
        var browser = site.browser();
        site.signUp(browser, "New@Example.COM");
        assertThat(site.session(browser)).contains("new@example.com");
        assertThat(site.ask(site.browser(), "?action=register&email=Name%20%3Ca@example.com%3E")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void without_sign_up_options_reveal_no_address_and_no_visitor_registers() {
        var closed =
                PasskeySite.on(site.adapter, site.adapter, Passkey.provider().signUp(false));
        for (var action : List.of("", "action=authenticate&")) {
            var known = closed.ask(closed.browser(), "?" + action + "email=alice@example.com");
            var unknown = closed.ask(closed.browser(), "?" + action + "email=nobody@example.com");
            assertThat(masked(known.text())).isEqualTo(masked(unknown.text())).doesNotContain("allowCredentials");
        }
        var known = closed.ask(closed.browser(), "?action=register&email=alice@example.com");
        var unknown = closed.ask(closed.browser(), "?action=register&email=nobody@example.com");
        assertThat(known.status()).isEqualTo(400);
        assertThat(known.text()).isEqualTo(unknown.text());
    }

    private static String masked(String options) {
        return options.replaceAll("\"challenge\":\"[^\"]+\"", "");
    }

    @Test
    void options_for_an_address_have_a_budget_and_autofill_has_none() {
        var limited = PasskeySite.with(
                Passkey.provider(),
                c -> c.rateLimits(
                        RateLimits.DEFAULT.limit(Budget.SIGN_IN_STARTS, new Limit(3, Duration.ofMinutes(1)))));
        var browser = limited.browser();
        for (int i = 0; i < 10; i++)
            assertThat(limited.ask(browser, "").status()).isEqualTo(200);
        for (int i = 0; i < 3; i++) {
            assertThat(limited.ask(browser, "?email=x" + i + "@example.com").status())
                    .isEqualTo(200);
        }
        assertThat(limited.ask(browser, "?email=y@example.com").status()).isEqualTo(429);
    }

    @Test
    void failed_responses_have_a_budget() {
        var limited = PasskeySite.with(
                Passkey.provider(),
                c -> c.rateLimits(
                        RateLimits.DEFAULT.limit(Budget.FAILED_CALLBACKS, new Limit(2, Duration.ofMinutes(1)))));
        var browser = limited.browser();
        for (int i = 0; i < 2; i++)
            assertThat(limited.send(browser, "authenticate", "{\"id\":\"AA\"}")).contains("error=");
        assertThat(limited.send(browser, "authenticate", "{\"id\":\"AA\"}")).contains("TooManyRequests");
    }

    @Test
    void a_redirect_of_the_sign_in_callback_is_followed_and_a_rejection_ends_the_sign_in() {
        var sent = PasskeySite.with(
                Passkey.provider(), c -> c.callbacks(Callbacks.DEFAULT.signIn(p -> Decision.redirectTo("/wait"))));
        var made = new SoftAuthenticator(SoftKey.Kind.ES256, APP)
                .create(sent.options(sent.browser, "?action=register&email=ada@example.com"));
        assertThat(sent.send(sent.browser, "register", made.json())).isEqualTo(APP + "/wait");
        assertThat(sent.isSignedIn(sent.browser)).isFalse();
        assertThat(sent.adapter.getUserByEmail("ada@example.com")).isEmpty();
    }

    @Test
    void a_passkey_made_under_the_address_of_another_user_ends_when_the_owner_verifies_the_address() {
        var inbox = new Inbox();
        var mailed = PasskeySite.with(
                Passkey.provider(),
                c -> c.provider(EmailProvider.of("email", inbox).from("no-reply@app.example")));
        var thief = mailed.signUp(mailed.browser(), "victim@example.com");
        var owner = mailed.browser();
        followMail(mailed, inbox, owner);
        assertThat(mailed.session(owner)).contains("victim@example.com");
        var again = mailed.browser();
        assertThat(mailed.send(
                        again,
                        "authenticate",
                        thief.get(mailed.options(again, "")).json()))
                .contains("error=");
        assertThat(mailed.isSignedIn(again)).isFalse();
    }

    @Test
    void it_ends_for_every_passkey_provider() {
        var inbox = new Inbox();
        var mailed = PasskeySite.with(
                Passkey.provider().enableConditionalUI(false),
                c -> c.provider(EmailProvider.of("email", inbox).from("no-reply@app.example"))
                        .provider(Passkey.provider().id("work")));
        var thief = mailed.signUp(mailed.browser(), "victim@example.com");
        followMail(mailed, inbox, mailed.browser());
        var account = Base64.getEncoder().encodeToString(thief.id);
        assertThat(mailed.adapter.getUserByAccount("passkey", account)).isEmpty();
        assertThat(mailed.adapter.getAuthenticator(account)).isEmpty();
    }

    @Test
    void a_passkey_stays_if_the_address_is_verified_by_its_signed_in_user() {
        var inbox = new Inbox();
        var mailed = PasskeySite.with(
                Passkey.provider(),
                c -> c.provider(EmailProvider.of("email", inbox).from("no-reply@app.example")));
        var browser = mailed.browser();
        var mine = mailed.signUp(browser, "victim@example.com");
        followMail(mailed, inbox, browser);
        var again = mailed.browser();
        assertThat(mailed.send(
                        again,
                        "authenticate",
                        mine.get(mailed.options(again, "")).json()))
                .isEqualTo(APP + "/in");
    }

    private static void followMail(PasskeySite site, Inbox inbox, Browser browser) {
        browser.open(APP + "/auth/signin")
                .form("Email me a link")
                .fill("email", "victim@example.com")
                .submit();
        browser.open(inbox.links().get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"linkAccount", "createAuthenticator", "updatePasskey"})
    void a_store_that_fails_between_account_and_authenticator_keeps_neither_and_the_next_try_works(String method) {
        var memory = new InMemoryAdapter();
        var failing = new ArrayList<>(List.of(method));
        var shaky = PasskeySite.on(memory, failing(memory, failing, false), Passkey.provider());
        var made = new SoftAuthenticator(SoftKey.Kind.ES256, APP)
                .create(shaky.options(shaky.browser, "?action=register&email=ada@example.com"));
        assertThat(shaky.send(shaky.browser, "register", made.json())).contains("error=");
        assertThat(memory.getUserByEmail("ada@example.com")).isEmpty();
        assertThat(memory.getUserByAccount("passkey", Base64.getEncoder().encodeToString(made.id)))
                .isEmpty();
        assertThat(shaky.isSignedIn(shaky.browser)).isFalse();
        failing.clear();
        shaky.signUp(shaky.browser, "ada@example.com");
    }

    /** A store that throws in these methods and has no units of work. */
    private static Adapter failing(InMemoryAdapter memory, List<String> methods, boolean atomic) {
        Set<Class<?>> promises = new LinkedHashSet<>(Arrays.asList(InMemoryAdapter.class.getInterfaces()));
        if (!atomic) promises.remove(UnitOfWork.class);
        return (Adapter) Proxy.newProxyInstance(
                OwnershipTest.class.getClassLoader(), promises.toArray(Class[]::new), (proxy, method, arguments) -> {
                    if (methods.contains(method.getName())) throw new IllegalStateException("the store is gone");
                    try {
                        return method.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
