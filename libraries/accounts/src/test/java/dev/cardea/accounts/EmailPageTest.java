package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Events;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Mail;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmailPageTest {
    private static final String ANN = "ann@example.com";
    private static final String LEE = "ann.lee@example.com";
    private static final String BOB = "bob@example.com";
    private static final String OP = "https://op.example";
    private static final Pattern CODE = Pattern.compile("\\b[0-9]{8}\\b");

    private TestSite site = TestSite.standard();

    private Page change(Browser browser, String email) {
        return site.post(browser, "/account/email", Map.of("do", "change", "email", email));
    }

    private Page confirm(Browser browser, String code) {
        return site.post(browser, "/account/email", Map.of("do", "confirm", "code", code));
    }

    /** Returns the code of the last email to a new address. */
    private String code(String email) {
        var mail = mails(email, "Confirm your new address at app.example").stream()
                .reduce((older, newer) -> newer)
                .orElseThrow();
        var found = CODE.matcher(mail.text());
        assertThat(found.find()).isTrue();
        return found.group();
    }

    private List<Mail> mails(String email, String subject) {
        return site.inbox.notices().stream()
                .filter(it -> it.to().equals(email) && it.subject().equals(subject))
                .toList();
    }

    private static String other(String code) {
        return code.equals("00000000") ? "00000001" : "00000000";
    }

    private Optional<ModuleRecord> record(String email) {
        return site.rows.getRecord(
                EmailChanges.KIND, site.user(email).orElseThrow().id());
    }

    private Browser signedIn() {
        var browser = site.browser();
        site.signIn(browser, ANN, PASSWORD);
        return browser;
    }

    enum Kind {
        DATABASE(SessionOptions.database()),
        REVOCABLE(SessionOptions.revocable());

        private final SessionOptions options;

        Kind(SessionOptions options) {
            this.options = options;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_user_changes_the_address_with_the_code_from_the_new_mailbox(Kind kind) {
        site = TestSite.with(it -> it.session(kind.options));
        var other = site.newUser(ANN, PASSWORD);
        var browser = signedIn();

        var sent = browser.open(AUTH + "/account/email")
                .form("Send code")
                .fill("email", " Ann.Lee@Example.com ")
                .submit();
        assertThat(sent.text()).contains("We sent a code to ann.lee@example.com.");
        assertThat(site.user(LEE)).isEmpty();
        var code = code(LEE);
        var changed = sent.form("Confirm address")
                .fill("code", fullWidth(code.substring(0, 4)) + " - " + code.substring(4))
                .submit();

        assertThat(changed.url()).isEqualTo(AUTH + "/account/email?notice=email-changed");
        assertThat(changed.text()).contains("Your email address is changed.").contains(LEE);
        assertThat(site.user(ANN)).isEmpty();
        assertThat(site.user(LEE)).map(User::emailVerified).hasValue(site.clock.instant());
        assertThat(browser.open(AUTH + "/session").text()).contains(LEE);
        assertThat(site.isSignedIn(other)).isFalse();
        assertThat(record(LEE)).isEmpty();
    }

    private static String fullWidth(String digits) {
        return digits.chars()
                .map(it -> it - '0' + '０')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void the_old_mailbox_no_longer_signs_in_and_the_new_one_does() {
        var user = site.newUser(ANN, PASSWORD);
        var id = site.user(ANN).orElseThrow().id();
        var late = site.browser();
        site.post(late, "/signin/mail", Map.of("email", ANN));
        change(user, LEE);
        confirm(user, code(LEE));

        site.openMail(late, ANN);
        assertThat(site.user(ANN)).map(User::id).isPresent().get().isNotEqualTo(id);
        assertThat(site.canSignIn(ANN, PASSWORD)).isFalse();
        assertThat(site.canSignIn(LEE, PASSWORD)).isTrue();
        var byMail = site.browser();
        site.post(byMail, "/signin/mail", Map.of("email", LEE));
        site.openMail(byMail, LEE);
        assertThat(site.isSignedIn(byMail)).isTrue();
        assertThat(site.user(LEE)).map(User::id).hasValue(id);
    }

    @Test
    void the_owner_of_the_old_address_is_told_immediately_and_both_are_told_when_it_has_changed() {
        var browser = site.newUser(ANN, PASSWORD);

        change(browser, LEE);
        Eventually.isTrue(
                "the old address is told",
                () -> !mails(ANN, "Your address at app.example is about to change")
                        .isEmpty());
        confirm(browser, code(LEE));

        for (var address : List.of(ANN, LEE)) {
            Eventually.isTrue(
                    address + " is told",
                    () -> !mails(address, "Your address at app.example was changed")
                            .isEmpty());
        }
        var code = code(LEE);
        assertThat(site.inbox.notices()).allSatisfy(mail -> {
            assertThat(mail.text() + mail.html()).doesNotContain("http").doesNotContain("token");
            if (mail.to().equals(ANN)) assertThat(mail.text() + mail.html()).doesNotContain(code);
        });
    }

    @Test
    void the_application_learns_of_the_change_without_an_address() {
        var events = new ArrayList<String>();
        site = TestSite.with(it -> it.events(new Events() {
            @Override
            public void updateUser(UpdateUser event) {
                events.add("updateUser " + event.user().email());
            }

            @Override
            public void accountChanged(AccountChanged event) {
                events.add(event.kind() + " " + event.details().asMap());
            }
        }));
        var browser = site.newUser(ANN, PASSWORD);

        change(browser, LEE);
        confirm(browser, code(LEE));

        assertThat(events).containsExactly("updateUser " + LEE, "email-changed {}");
    }

    @Test
    void a_code_works_only_in_the_session_that_asked_for_it() {
        site.newUser(ANN, PASSWORD);
        var asking = signedIn();
        var another = signedIn();
        change(asking, LEE);
        var code = code(LEE);

        for (int i = 0; i < 6; i++) {
            var refused = confirm(another, code);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("This code no longer works.");
        }
        assertThat(another.open(AUTH + "/account/email").text())
                .contains("wants to change the address to ann.lee@example.com")
                .doesNotContain("name=\"code\"");

        assertThat(confirm(asking, code).url()).contains("notice=email-changed");
    }

    @Test
    void a_newer_request_replaces_the_older_one() {
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);
        var first = code(LEE);
        change(browser, "ann@lee.example");

        assertThat(confirm(browser, first).status()).isEqualTo(400);
        assertThat(confirm(browser, code("ann@lee.example")).url()).contains("notice=email-changed");
        assertThat(site.user("ann@lee.example")).isPresent();
    }

    @Test
    void a_code_works_once() {
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);
        var code = code(LEE);
        confirm(browser, code);

        assertThat(confirm(browser, code).text()).contains("This code no longer works.");
    }

    @Test
    void a_code_ends_after_five_wrong_tries() {
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);
        var code = code(LEE);
        for (int i = 0; i < 4; i++) {
            assertThat(confirm(browser, other(code)).text()).contains("This code isn&#39;t right.");
        }
        assertThat(confirm(browser, "not a code").text()).contains("This code isn&#39;t right.");
        assertThat(confirm(browser, other(code)).text()).contains("This code no longer works.");

        assertThat(confirm(browser, code).text()).contains("This code no longer works.");
        assertThat(site.user(LEE)).isEmpty();
    }

    @Test
    void the_fifth_try_may_be_the_right_one() {
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);
        var code = code(LEE);
        for (int i = 0; i < 4; i++) confirm(browser, other(code));

        assertThat(confirm(browser, code).url()).contains("notice=email-changed");
    }

    @Test
    void a_code_ends_after_10_minutes() {
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);
        site.clock.advance(Duration.ofMinutes(10));

        assertThat(confirm(browser, code(LEE)).text()).contains("This code no longer works.");
        assertThat(site.user(LEE)).isEmpty();
    }

    @Test
    void a_stolen_session_without_a_recent_proof_changes_no_address() {
        var browser = site.newUser(ANN, PASSWORD);
        site.clock.advance(Duration.ofMinutes(11));

        var page = change(browser, LEE);

        assertThat(page.url()).startsWith(AUTH + "/reauth");
        assertThat(record(ANN)).isEmpty();
        assertThat(site.inbox.notices()).isEmpty();
    }

    @Test
    void that_an_address_is_taken_is_told_only_after_the_proof() {
        site.newUser(BOB, PASSWORD);
        var browser = site.newUser(ANN, PASSWORD);

        var free = change(browser, LEE);
        var taken = change(browser, BOB);
        assertThat(taken.text().replace(BOB, LEE).replaceAll("value=\"[^\"]*\"", ""))
                .isEqualTo(free.text().replaceAll("value=\"[^\"]*\"", ""));
        assertThat(confirm(browser, other(code(BOB))).text()).contains("This code isn&#39;t right.");

        var refused = confirm(browser, code(BOB));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("already belongs to another account");
        assertThat(site.isSignedIn(browser)).isTrue();
        assertThat(site.user(ANN)).isPresent();
        assertThat(record(ANN)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_address_that_is_taken_meanwhile_stays_with_its_user(boolean hasUnits) {
        site = hasUnits ? site : ProbedSite.without(UnitOfWork.class).site();
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, BOB);
        site.newUser(BOB, PASSWORD);
        var bob = site.user(BOB).orElseThrow();

        assertThat(confirm(browser, code(BOB)).text()).contains("already belongs to another account");

        assertThat(site.user(BOB)).hasValue(bob);
        assertThat(site.user(ANN)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_change_that_someone_began_doesnt_survive_a_new_password(boolean hasUnits) {
        site = hasUnits ? site : ProbedSite.without(UnitOfWork.class).site();
        var thief = site.newUser(ANN, PASSWORD);
        change(thief, LEE);
        var owner = site.browser();
        site.forgot(owner, ANN);
        site.openMail(owner, ANN);
        assertThat(record(ANN)).isPresent();

        site.setPassword(owner, Map.of("password", OTHER));

        assertThat(record(ANN)).isEmpty();
        confirm(thief, code(LEE));
        assertThat(site.user(LEE)).isEmpty();
        assertThat(site.user(ANN)).isPresent();
    }

    @Test
    void a_new_password_in_the_session_that_asked_voids_the_change() {
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);

        site.setPassword(browser, Map.of("password", OTHER));

        assertThat(confirm(browser, code(LEE)).text()).contains("This code no longer works.");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_new_password_that_comes_while_a_code_is_entered_wins(boolean hasUnits) throws Exception {
        var probed = hasUnits ? ProbedSite.standard() : ProbedSite.without(UnitOfWork.class);
        site = probed.site();
        var thief = site.newUser(ANN, PASSWORD);
        change(thief, LEE);
        var code = code(LEE);
        var owner = site.browser();
        site.forgot(owner, ANN);
        site.openMail(owner, ANN);
        var pause = probed.probe().pauseBefore("replaceRecord");

        try (var other = new ProbedSite.OtherThread()) {
            var entered = other.call(() -> confirm(thief, code));
            pause.awaitReached();
            site.setPassword(owner, Map.of("password", OTHER));
            pause.resume();
            entered.get();
        }

        assertThat(site.user(ANN)).isPresent();
        assertThat(site.user(LEE)).isEmpty();
        assertThat(site.isSignedIn(owner)).isTrue();
        assertThat(site.isSignedIn(thief)).isFalse();
    }

    @Test
    void a_newer_request_wins_while_the_code_of_the_older_one_is_entered() throws Exception {
        var probed = ProbedSite.without(UnitOfWork.class);
        site = probed.site();
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);
        var code = code(LEE);
        var pause = probed.probe().pauseBefore("listSessionsByUserId");

        try (var other = new ProbedSite.OtherThread()) {
            var entered = other.call(() -> confirm(browser, code));
            pause.awaitReached();
            change(browser, BOB);
            pause.resume();
            assertThat(entered.get().text()).contains("This code no longer works.");
        }

        assertThat(site.user(LEE)).isEmpty();
        assertThat(confirm(browser, code(BOB)).url()).contains("notice=email-changed");
    }

    @Test
    void tries_at_the_same_moment_all_count() throws Exception {
        var probed = ProbedSite.standard();
        site = probed.site();
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);
        var code = code(LEE);
        var pause = probed.probe().pauseBefore("replaceRecord");

        try (var other = new ProbedSite.OtherThread()) {
            var first = other.call(() -> confirm(browser, other(code)));
            pause.awaitReached();
            for (int i = 0; i < 4; i++) confirm(browser, other(code));
            pause.resume();
            first.get();
        }

        assertThat(confirm(browser, code).text()).contains("This code no longer works.");
    }

    @Test
    void a_user_cancels_a_change_from_any_session() {
        site.newUser(ANN, PASSWORD);
        var asking = signedIn();
        change(asking, LEE);
        var another = signedIn();
        site.clock.advance(Duration.ofMinutes(9));

        var page = another.open(AUTH + "/account/email").press("Cancel");

        assertThat(page.text()).contains("Your email address stays as it is.");
        assertThat(confirm(asking, code(LEE)).text()).contains("This code no longer works.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no address", "a@b@c.example", "ann@example.com"})
    void an_address_that_cant_be_used_is_refused(String email) {
        var browser = site.newUser(ANN, PASSWORD);

        var page = change(browser, email);

        assertThat(page.status()).isEqualTo(400);
        assertThat(site.inbox.notices()).isEmpty();
    }

    @Test
    void a_user_asks_for_five_codes_and_then_waits() {
        var browser = site.newUser(ANN, PASSWORD);
        for (int i = 0; i < 5; i++) change(browser, "ann" + i + "@example.com");

        var refused = change(browser, LEE);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(mails(LEE, "Confirm your new address at app.example")).isEmpty();
    }

    @Test
    void a_mailbox_gets_five_codes_from_however_many_users() {
        for (int i = 0; i < 5; i++) change(site.newUser("user" + i + "@example.com", PASSWORD), LEE);

        assertThat(change(site.newUser(ANN, PASSWORD), LEE).status()).isEqualTo(429);
    }

    @Test
    void an_email_that_cant_be_sent_begins_no_change() {
        var browser = site.newUser(ANN, PASSWORD);
        site.inbox.failWith(new IllegalStateException("the mail server is away"));

        var page = change(browser, LEE);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("We couldn&#39;t send the code.");
        assertThat(record(ANN)).isEmpty();
    }

    @Test
    void what_is_stored_of_a_code_is_a_hash_with_a_key() {
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);

        assertThat(record(ANN).orElseThrow().data())
                .doesNotContain(code(LEE))
                .contains("\"email\":\"" + LEE + "\"")
                .containsPattern("\"codeHash\":\"[0-9a-f]{64}\"");
    }

    @Test
    void a_user_without_an_address_gets_one() {
        site = TestSite.standard();
        var user = site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", site.clock.instant())));
        var browser = site.browser();
        site.post(browser, "/signin/mail", Map.of("email", ANN));
        site.openMail(browser, ANN);
        site.rows.updateUser(UserChange.of(user.id()).clear("email").clear("emailVerified"));
        assertThat(browser.open(AUTH + "/account/email").text()).contains("You have no email address yet.");

        change(browser, LEE);
        confirm(browser, code(LEE));

        assertThat(site.user(LEE)).map(User::id).hasValue(user.id());
        assertThat(site.user(LEE)).map(User::emailVerified).isPresent();
    }

    @Test
    void an_unverified_user_verifies_the_address_by_signing_in_with_it() {
        var user = site.rows.createUser(User.of(Claims.of("email", ANN)));
        site.rows.createSession(
                new AdapterSession("unverified", user.id(), site.clock.instant().plus(Duration.ofDays(1))));
        var browser = site.browser().setCookie(AUTH, TestSite.SESSION + "=unverified; Path=/; Secure");
        var page = browser.open(AUTH + "/account/email");
        assertThat(page.text()).contains("It isn&#39;t verified yet.");

        var sent = page.press("Verify my address");
        assertThat(sent.url()).startsWith(AUTH + "/verify-request");
        var back = site.openMail(browser, ANN);

        assertThat(back.url()).isEqualTo(AUTH + "/account/email?notice=email-verified");
        assertThat(back.document().text()).doesNotContain("Verify my address");
        assertThat(site.user(ANN)).map(User::emailVerified).isPresent();
    }

    @Test
    void a_session_that_began_without_a_verified_address_stays_once_the_new_one_is_proven() {
        var op = IdentityProvider.at(OP, site.clock, Randomness.secure())
                .signsIn(Person.of("ann", "Ann", ANN).with("email_verified", false))
                .client(Client.of("app", "app-secret").redirectUri(AUTH + "/callback/op"));
        var demo = OAuthProvider.oidc("op", "Demo ID", OP).clientId("app").clientSecret("app-secret");
        site = TestSite.with(
                it -> it.session(SessionOptions.revocable()).http(op).provider(demo));
        var browser = Browser.of(Origins.of(TestSite.URL, site.auth::handle).and(op), site.clock);
        site.post(browser, "/signin/op", Map.of());

        change(browser, LEE);
        confirm(browser, code(LEE));

        assertThat(browser.open(AUTH + "/session").text()).contains(LEE);
        assertThat(site.user(LEE)).map(User::emailVerified).isPresent();
    }

    @Test
    void the_first_verification_voids_a_change() {
        var user = site.rows.createUser(User.of(Claims.of("email", ANN)));
        site.rows.createRecord(ModuleRecord.of(
                EmailChanges.KIND,
                user.id(),
                user.id(),
                Claims.of("email", LEE)
                        .with("session", "s")
                        .with("codeHash", "h")
                        .with("tries", 0)
                        .toJson(),
                null,
                Randomness.secure()));
        var owner = site.browser();

        site.post(owner, "/signin/mail", Map.of("email", ANN));
        site.openMail(owner, ANN);

        assertThat(record(ANN)).isEmpty();
    }

    @Test
    void a_post_without_the_token_of_the_browser_changes_nothing() {
        var browser = site.newUser(ANN, PASSWORD);
        browser.post(AUTH + "/account/email", Map.of("do", "change", "email", LEE));
        assertThat(record(ANN)).isEmpty();
        change(browser, LEE);

        browser.post(AUTH + "/account/email", Map.of("do", "cancel"));
        browser.post(AUTH + "/account/email", Map.of("do", "confirm", "code", code(LEE)));

        assertThat(record(ANN)).isPresent();
        assertThat(site.user(LEE)).isEmpty();
    }

    @Test
    void what_the_page_shows_is_there_as_json() {
        var browser = site.newUser(ANN, PASSWORD);
        change(browser, LEE);

        assertThat(site.json(browser, "/account/email"))
                .contains("\"email\":\"" + ANN + "\"")
                .contains("\"isVerified\":true")
                .contains("\"pendingEmail\":\"" + LEE + "\"")
                .contains("\"name\":\"code\"");
    }

    @Test
    void a_sender_that_sends_only_sign_in_emails_cant_send_the_code() {
        site = TestSite.with(it -> it.replaceProviders(mail ->
                mail instanceof EmailProvider ? EmailProvider.of("mail", sent -> site.inbox.send(sent)) : mail));
        var browser = site.newUser(ANN, PASSWORD);

        assertThat(change(browser, LEE).text()).contains("We couldn&#39;t send the code.");
    }
}
