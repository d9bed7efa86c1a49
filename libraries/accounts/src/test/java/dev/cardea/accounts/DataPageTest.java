package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Events;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.provider.CredentialInput;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.Page;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataPageTest {
    private static final String ANN = "ann@example.com";
    private static final String CANARY = "canary-4711";
    private TestSite site = TestSite.standard();

    private Page export(Browser browser) {
        return site.post(browser, "/account/data", Map.of("do", "export"));
    }

    private Page delete(Browser browser, String confirmation) {
        return site.post(browser, "/account/data", Map.of("do", "delete", "confirm", confirmation));
    }

    private String id() {
        return site.user(ANN).orElseThrow().id();
    }

    private void linkAccount(String userId) {
        site.rows.linkAccount(Account.of(Claims.of("userId", userId)
                .with("provider", "github")
                .with("providerAccountId", "42")
                .with("type", "oauth")
                .with("access_token", CANARY)
                .with("refresh_token", CANARY)
                .with("id_token", CANARY)
                .with("session_state", CANARY)
                .with("scope", "read:user")));
    }

    @Test
    void a_user_downloads_everything_that_is_stored_without_secrets_and_tokens() {
        var browser = site.newUser(ANN, PASSWORD);
        linkAccount(id());
        site.rows.updateUser(UserChange.of(id()).with("apiKey", CANARY).with("company", "Acme"));
        site.rows.createAuthenticator(
                new AdapterAuthenticator("passkey-1", id(), "account-1", "key", 1, "multiDevice", true, "internal"));
        site.post(browser, "/account/email", Map.of("do", "change", "email", "lee@example.com"));
        var session = browser.cookie(AUTH, TestSite.SESSION).orElseThrow();

        var file = export(browser);

        assertThat(file.status()).isEqualTo(200);
        assertThat(file.header("Content-Type")).hasValue("application/json");
        assertThat(file.header("Content-Disposition")).hasValue("attachment; filename=\"account.json\"");
        assertThat(file.header("Cache-Control")).get().asString().contains("no-store");
        var json = Json.parseObject(file.text(), Json.TRUSTED_DEPTH);
        assertThat(json.asMap().keySet())
                .containsExactly("exportedAt", "user", "accounts", "sessions", "passkeys", "records", "withheld");
        assertThat(file.text())
                .contains(ANN, "Acme", "github", "read:user", "passkey-1", "lee@example.com")
                .doesNotContain(CANARY, session, "$argon2id$", PASSWORD)
                .doesNotContain(site.rows
                        .getRecord(EmailChanges.KIND, id())
                        .map(it ->
                                Json.parseObject(it.data(), Json.TRUSTED_DEPTH).text("codeHash"))
                        .orElseThrow());
        assertThat((List<?>) json.value("withheld"))
                .map(String::valueOf)
                .contains(
                        "user.apiKey",
                        "accounts.access_token",
                        "records.password.hash",
                        "records.email-change.codeHash");
    }

    @Test
    void a_user_deletes_the_account_and_nothing_of_it_is_left() {
        var other = site.newUser(ANN, PASSWORD);
        var browser = site.browser();
        site.signIn(browser, ANN, PASSWORD);
        var id = id();
        linkAccount(id);
        site.post(browser, "/account/email", Map.of("do", "change", "email", "lee@example.com"));

        var page = browser.open(AUTH + "/account/data")
                .form("Delete account")
                .fill("confirm", " Ann@Example.com ")
                .submit();

        assertThat(page.url()).isEqualTo(URL + "/");
        assertThat(browser.cookie(AUTH, TestSite.SESSION)).isEmpty();
        assertThat(site.isSignedIn(browser)).isFalse();
        assertThat(site.isSignedIn(other)).isFalse();
        assertIsGone(id);
        assertThat(site.canSignIn(ANN, PASSWORD)).isFalse();
        Eventually.isTrue(
                "the owner is told",
                () -> site.inbox.notices().stream()
                        .anyMatch(it ->
                                it.to().equals(ANN) && it.subject().equals("Your account at app.example was deleted")));
    }

    private void assertIsGone(String id) {
        assertThat(site.rows.getUser(id)).isEmpty();
        assertThat(site.rows.listAccountsByUserId(id)).isEmpty();
        assertThat(site.rows.listSessionsByUserId(id)).isEmpty();
        assertThat(site.rows.listSessionRecords(id)).isEmpty();
        for (var kind : List.of(StoredPassword.KIND, EmailChanges.KIND, SessionProofs.KIND)) {
            assertThat(site.rows.listRecordsByUserId(id, kind)).isEmpty();
        }
    }

    @Test
    void a_revocable_session_ends_with_its_user() {
        site = TestSite.with(it -> it.session(SessionOptions.revocable()));
        var browser = site.newUser(ANN, PASSWORD);
        var session = browser.cookie(AUTH, TestSite.SESSION).orElseThrow();
        var id = id();

        delete(browser, ANN);

        assertIsGone(id);
        var copy = site.browser().setCookie(AUTH, TestSite.SESSION + "=" + session + "; Path=/; Secure");
        assertThat(site.isSignedIn(copy)).isFalse();
    }

    @Test
    void without_units_the_account_is_deleted_too() {
        site = ProbedSite.without(UnitOfWork.class).site();
        var browser = site.newUser(ANN, PASSWORD);
        var id = id();

        delete(browser, ANN);

        assertIsGone(id);
    }

    @Test
    void the_application_learns_of_the_deletion() {
        var events = new ArrayList<String>();
        site = TestSite.with(it -> it.events(new Events() {
            @Override
            public void accountChanged(AccountChanged event) {
                events.add(event.kind() + " " + event.userId());
            }
        }));
        var browser = site.newUser(ANN, PASSWORD);
        var id = id();

        delete(browser, ANN);

        assertThat(events).containsExactly("account-deleted " + id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bob@example.com", "delete"})
    void a_wrong_confirmation_deletes_nothing(String wrong) {
        var browser = site.newUser(ANN, PASSWORD);

        var page = delete(browser, wrong);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("Nothing was deleted.");
        assertThat(site.isSignedIn(browser)).isTrue();
        assertThat(site.user(ANN)).isPresent();
    }

    @Test
    void a_user_without_an_address_types_the_name_and_one_without_a_name_the_word_of_the_page() {
        var named = site.newUser(ANN, PASSWORD);
        var id = id();
        site.rows.updateUser(UserChange.of(id).clear("email"));
        assertThat(named.open(AUTH + "/account/data").text()).contains("Type Ann to confirm");
        delete(named, "Ann");
        assertIsGone(id);

        var nameless = site.newUser(ANN, PASSWORD);
        var another = id();
        site.rows.updateUser(UserChange.of(another).clear("email").clear("name"));
        assertThat(nameless.open(AUTH + "/account/data").text()).contains("Type delete to confirm");
        delete(nameless, "");
        assertThat(site.rows.getUser(another)).isPresent();
        delete(nameless, "delete");
        assertIsGone(another);
    }

    @ParameterizedTest
    @ValueSource(strings = {"export", "delete"})
    void a_stolen_session_without_a_recent_proof_takes_and_deletes_nothing(String action) {
        var browser = site.newUser(ANN, PASSWORD);
        site.clock.advance(Duration.ofMinutes(11));

        var page = site.post(browser, "/account/data", Map.of("do", action, "confirm", ANN));

        assertThat(page.url()).startsWith(AUTH + "/reauth");
        assertThat(site.user(ANN)).isPresent();
    }

    @Test
    void the_page_shows_what_is_stored_without_a_recent_proof_and_without_secrets() {
        var browser = site.newUser(ANN, PASSWORD);
        linkAccount(id());
        site.rows.updateUser(UserChange.of(id()).with("apiKey", CANARY));
        site.clock.advance(Duration.ofMinutes(11));

        var page = browser.open(AUTH + "/account/data");

        assertThat(page.text()).contains(ANN, "github", "Password").doesNotContain(CANARY);
        assertThat(site.json(browser, "/account/data"))
                .contains(
                        "\"accounts\":[\"github\"]",
                        "\"records\":[\"password\",\"session\"]",
                        "\"confirmation\":\"" + ANN + "\"")
                .doesNotContain(CANARY);
    }

    @Test
    void the_page_calls_things_as_users_do_and_the_file_as_the_store_does() {
        var full = FullSite.with(it ->
                it.extension(TestSite.accounts().signUpField("city", new CredentialInput(Map.of("label", "Town")))));
        var browser = full.signedIn(ANN);
        full.link(browser);
        var id = full.idOf(ANN);
        full.site.rows.updateUser(UserChange.of(id)
                .with("city", "London")
                .with("stripeCustomerId", "cus_42")
                .with("image", "https://op.example/ann.png"));

        var page = full.open(browser, "/data").document().select(".items").text();
        var file = full.post(browser, "/data", Map.of("do", "export")).text();

        assertThat(page)
                .contains("Town: London", "Picture: Stored", "Linked accounts Demo ID", ANN)
                .doesNotContain(id, "stripeCustomerId", "cus_42", "https:");
        assertThat(file)
                .contains(id, "stripeCustomerId", "cus_42", "https://op.example/ann.png", "\"provider\":\"op\"");
    }

    @Test
    void a_post_without_the_token_of_the_browser_does_nothing() {
        var browser = site.newUser(ANN, PASSWORD);

        var file = browser.post(AUTH + "/account/data", Map.of("do", "export"));
        browser.post(AUTH + "/account/data", Map.of("do", "delete", "confirm", ANN));

        assertThat(file.text()).doesNotContain("exportedAt");
        assertThat(site.user(ANN)).isPresent();
    }

    @Test
    void the_ids_of_another_user_in_a_body_say_nothing() {
        site.newUser("bob@example.com", PASSWORD);
        var bob = site.user("bob@example.com").orElseThrow();
        var browser = site.newUser(ANN, PASSWORD);
        var fields = new HashMap<>(Map.of("id", bob.id(), "userId", bob.id(), "user", bob.id()));

        fields.put("do", "export");
        assertThat(site.post(browser, "/account/data", fields).text())
                .contains(ANN)
                .doesNotContain("bob");
        fields.put("do", "delete");
        fields.put("confirm", "bob@example.com");
        assertThat(site.post(browser, "/account/data", fields).status()).isEqualTo(400);

        assertThat(site.rows.getUser(bob.id())).isPresent();
    }

    /** The report reads each kind that the module keeps, so that a deletion can be seen to be complete. */
    @Test
    void a_record_counts_as_something_that_is_left() {
        site.newUser(ANN, PASSWORD);
        var user = site.user(ANN).orElseThrow();
        site.auth.sessions().endAll(user.id());
        site.rows.deleteRecordsByUserId(user.id(), SessionProofs.KIND);
        site.rows.deleteRecordsByUserId(user.id(), StoredPassword.KIND);
        var store = new Store(site.rows, site.clock);
        assertThat(UserReport.of(store, user).isEmpty()).isTrue();

        site.rows.createRecord(
                ModuleRecord.of(EmailChanges.KIND, user.id(), user.id(), "{}", null, Randomness.secure()));

        assertThat(UserReport.of(store, user).isEmpty()).isFalse();
    }
}
