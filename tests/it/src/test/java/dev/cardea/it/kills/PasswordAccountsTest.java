package dev.cardea.it.kills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Password accounts as a visitor meets them, against the server's jar with one line in its file. */
@Tag("process")
@Tag("store")
class PasswordAccountsTest {
    private static final String PASSWORD = Account.PASSWORD;
    private static final String OTHER = Account.OTHER;

    @Test
    @Tag("odd")
    void an_account_is_made_used_reset_changed_and_deleted_on_SQLite() throws Exception {
        lives("sqlite", "revocable");
    }

    @ParameterizedTest
    @Tag("nightly")
    @Tag("part")
    @CsvSource({
        "sqlite, database",
        "postgresql, database",
        "postgresql, revocable",
        "redis, database",
        "redis, revocable"
    })
    void an_account_is_made_used_reset_changed_and_deleted(String store, String strategy) throws Exception {
        lives(store, strategy);
    }

    private static void lives(String store, String strategy) throws Exception {
        try (var site = Site.open(store, "strategy: " + strategy, Account.LINE)) {
            a_user_exists_once_the_mailbox_is_proven(site);
            a_second_sign_up_gets_the_same_answer_and_changes_no_password(site);
            a_code_works_in_the_browser_that_asked_for_it(site);
            a_weak_password_gets_no_mail(site);
            a_forgotten_password_is_replaced_and_other_browsers_are_signed_out(site);
            an_address_changes_by_a_code_of_its_mailbox_in_the_session_that_asked(site);
            an_account_is_downloaded_without_secrets_and_deleted_with_all_that_it_had(site);
            a_guessed_account_is_closed_for_passwords_and_open_for_codes(site);
        }
    }

    private static void a_user_exists_once_the_mailbox_is_proven(Site site) throws Exception {
        var ann = new Visitor(site.servers, "ann@example.com");
        assertThat(location(signUp(ann, PASSWORD))).contains("/auth/verify-request");
        hasNoUser(site, ann.address);

        assertThat(types(ann, site.mails.code(ann.address))).isTrue();
        assertThat(ann.isSignedIn()).isTrue();
        var elsewhere = site.again(ann);
        assertThat(signsIn(elsewhere, PASSWORD)).isTrue();
        assertThat(elsewhere.isSignedIn()).isTrue();
    }

    private static void a_second_sign_up_gets_the_same_answer_and_changes_no_password(Site site) throws Exception {
        site.mails.clear();
        var ann = new Visitor(site.servers, "ann@example.com");
        assertThat(location(signUp(ann, OTHER))).contains("/auth/verify-request");
        assertThat(location(send(ann, site.mails.code(ann.address)))).contains("notice=existing");

        assertThat(ann.isSignedIn()).isTrue();
        assertThat(signsIn(site.again(ann), OTHER)).isFalse();
        assertThat(signsIn(site.again(ann), PASSWORD)).isTrue();
    }

    private static void a_code_works_in_the_browser_that_asked_for_it(Site site) throws Exception {
        var bob = new Visitor(site.servers, "bob@example.com");
        signUp(bob, PASSWORD);
        String code = site.mails.code(bob.address);
        assertThat(types(site.again(bob), code)).isFalse();
        assertThat(types(bob, code)).isTrue();
    }

    private static void a_weak_password_gets_no_mail(Site site) throws Exception {
        var carl = new Visitor(site.servers, "carl@example.com");
        assertThat(signUp(carl, "fourteen chars").statusCode()).isEqualTo(400);
        assertThat(signUp(carl, "passwordpassword").statusCode()).isEqualTo(400);
        assertThat(signUp(carl, "acmeacmeacme123").statusCode()).isEqualTo(400);
        assertThat(site.mails.linksTo(carl.address)).isEmpty();
    }

    private static void a_forgotten_password_is_replaced_and_other_browsers_are_signed_out(Site site) throws Exception {
        site.mails.clear();
        var elsewhere = new Visitor(site.servers, "ann@example.com");
        assertThat(signsIn(elsewhere, PASSWORD)).isTrue();
        var ann = site.again(elsewhere);
        assertThat(location(ann.post("/auth/forgot", Map.of("csrfToken", ann.csrf(), "email", ann.address))))
                .contains("/auth/verify-request");
        assertThat(location(send(ann, site.mails.code(ann.address)))).contains("/auth/account/password");
        var changed = ann.post("/auth/account/password", Map.of("csrfToken", ann.csrf(), "password", OTHER));
        assertThat(changed.statusCode()).isEqualTo(302);

        assertThat(ann.isSignedIn()).isTrue();
        assertThat(elsewhere.isSignedIn()).isFalse();
        assertThat(signsIn(site.again(ann), PASSWORD)).isFalse();
        assertThat(signsIn(site.again(ann), OTHER)).isTrue();

        var unknown = new Visitor(site.servers, "unknown@example.com");
        assertThat(location(
                        unknown.post("/auth/forgot", Map.of("csrfToken", unknown.csrf(), "email", unknown.address))))
                .contains("/auth/verify-request");
        assertThat(types(unknown, site.mails.code(unknown.address))).isFalse();
        hasNoUser(site, unknown.address);
    }

    private static void an_address_changes_by_a_code_of_its_mailbox_in_the_session_that_asked(Site site)
            throws Exception {
        site.mails.clear();
        var dora = signedUp(site, "dora@example.com");
        var elsewhere = site.again(dora);
        assertThat(signsIn(elsewhere, PASSWORD)).isTrue();

        assertThat(account(dora, "email", Map.of("email", "ann@example.com"))).contains("notice=email-sent");
        String earlier = site.mails.code("ann@example.com");
        assertThat(account(elsewhere, "email", Map.of("do", "confirm", "code", earlier)))
                .isEqualTo("status 400");
        assertThat(account(dora, "email", Map.of("do", "confirm", "code", earlier)))
                .as("another user has this address")
                .isEqualTo("status 400");

        assertThat(account(dora, "email", Map.of("email", "dora@new.example"))).contains("notice=email-sent");
        String code = site.mails.code("dora@new.example");
        assertThat(account(dora, "email", Map.of("do", "confirm", "code", code)))
                .contains("notice=email-changed");
        assertThat(account(dora, "email", Map.of("do", "cancel"))).contains("notice=email-cancelled");
        assertThat(account(elsewhere, "email", Map.of("do", "cancel"))).contains("/auth/signin");
        assertThat(signsIn(site.again(dora), PASSWORD))
                .as("with the address of before")
                .isFalse();
        assertThat(signsIn(new Visitor(site.servers, "dora@new.example"), PASSWORD))
                .isTrue();
        hasNoUser(site, dora.address);
        site.mails.await(dora.address, "wants to change its email address");
        site.mails.await(dora.address, "was changed, and all other devices were signed out");
    }

    private static void an_account_is_downloaded_without_secrets_and_deleted_with_all_that_it_had(Site site)
            throws Exception {
        var emil = signedUp(site, "emil@example.com");
        var elsewhere = site.again(emil);
        assertThat(signsIn(elsewhere, PASSWORD)).isTrue();
        var export = post(emil, "data", Map.of("do", "export"));
        assertThat(export.statusCode()).isEqualTo(200);
        assertThat(export.body()).contains(emil.address).doesNotContain("argon2");

        assertThat(account(emil, "data", Map.of("do", "delete", "confirm", "someone else")))
                .isEqualTo("status 400");
        assertThat(account(emil, "data", Map.of("do", "delete", "confirm", emil.address)))
                .isEqualTo(Visitor.APP);
        hasNoUser(site, emil.address);
        assertThat(emil.isSignedIn()).isFalse();
        assertThat(elsewhere.isSignedIn()).isFalse();
        assertThat(signsIn(site.again(emil), PASSWORD)).isFalse();
    }

    private static Visitor signedUp(Site site, String address) throws Exception {
        return Account.signedUp(site, address).visitor();
    }

    /** Posts to a page of the account, and returns where it leads, or its status. */
    private static String account(Visitor visitor, String page, Map<String, String> fields) throws IOException {
        return new Account(visitor).changes(page, fields);
    }

    private static HttpResponse<String> post(Visitor visitor, String page, Map<String, String> fields)
            throws IOException {
        return new Account(visitor).post("account/" + page, fields);
    }

    private static void a_guessed_account_is_closed_for_passwords_and_open_for_codes(Site site) throws Exception {
        site.mails.clear();
        var thief = new Visitor(site.servers, "bob@example.com");
        HttpResponse<String> answer = null;
        for (int i = 0; i < 40 && (answer == null || answer.statusCode() != 429); i++) {
            answer = password(thief, "wrong guess number " + i);
        }
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("retry-after")).isPresent();

        var bob = site.again(thief);
        assertThat(password(bob, PASSWORD).statusCode()).isEqualTo(429);
        bob.asksForLink();
        assertThat(types(bob, site.mails.code(bob.address))).isTrue();
    }

    private static void hasNoUser(Site site, String address) {
        assertThatThrownBy(() -> site.servers.get(0).run("users", "show", address))
                .hasMessageContaining("no user has the email address");
    }

    private static HttpResponse<String> signUp(Visitor visitor, String password) throws IOException {
        return new Account(visitor).signsUp(password);
    }

    private static HttpResponse<String> password(Visitor visitor, String password) throws IOException {
        return new Account(visitor).enters(password);
    }

    private static boolean signsIn(Visitor visitor, String password) throws IOException {
        return new Account(visitor).signsIn(password);
    }

    private static HttpResponse<String> send(Visitor visitor, String code) throws IOException {
        return new Account(visitor).sends(code);
    }

    private static boolean types(Visitor visitor, String code) throws IOException {
        return new Account(visitor).types(code);
    }

    private static String location(HttpResponse<String> answer) {
        return Visitor.location(answer);
    }
}
