package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Passkeys;
import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.UnlinkResult;
import dev.cardea.testing.Browser;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The passkeys of a signed-in user: listed, named, deleted, and what their authenticators may learn. */
class PasskeysTest {
    private final PasskeySite site = PasskeySite.open();
    private final SoftAuthenticator first = site.signUp(site.browser, "ada@example.com");

    @Test
    void a_visitor_who_is_not_signed_in_has_none() {
        assertThat(site.auth.passkeys(Request.get(APP + "/settings"))).isEmpty();
    }

    @Test
    void they_are_listed_with_what_is_known_about_them() {
        site.clock.advance(Duration.ofHours(2));
        signIn(first);
        assertThat(mine().list())
                .containsExactly(new Passkeys.Passkey(
                        Answer.base64Url(first.id),
                        "passkey",
                        null,
                        site.clock.instant().minus(Duration.ofHours(2)),
                        site.clock.instant(),
                        true,
                        true));
    }

    @Test
    void they_have_names() {
        assertThat(mine().rename(Answer.base64Url(first.id), "  Laptop ")).isTrue();
        assertThat(mine().list()).extracting(Passkeys.Passkey::name).containsExactly("Laptop");
        assertThat(mine().rename("AAAA", "Nothing")).isFalse();
        assertThatThrownBy(() -> mine().rename(Answer.base64Url(first.id), " ".repeat(3)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> mine().rename(Answer.base64Url(first.id), "x".repeat(101)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_deleted_passkey_signs_no_user_in_and_can_be_made_again() {
        var second = add();
        assertThat(mine().list()).hasSize(2);
        assertThat(mine().delete(Answer.base64Url(first.id))).isEqualTo(UnlinkResult.REMOVED);
        assertThat(mine().list()).extracting(Passkeys.Passkey::id).containsExactly(Answer.base64Url(second.id));
        var thief = site.browser();
        assertThat(site.send(
                        thief,
                        "authenticate",
                        first.get(site.options(thief, "")).json()))
                .contains("error=");
        assertThat(site.isSignedIn(thief)).isFalse();
        assertThat(site.send(
                        site.browser,
                        "register",
                        first.create(site.options(site.browser, "?action=register"))
                                .json()))
                .isEqualTo(APP + "/in");
        signIn(first);
    }

    @Test
    void a_passkey_whose_account_was_removed_leaves_no_rows() {
        add();
        assertThat(site.auth
                        .accounts(request(site.browser))
                        .orElseThrow()
                        .unlink("passkey", Base64.getEncoder().encodeToString(first.id)))
                .isEqualTo(UnlinkResult.REMOVED);
        assertThat(site.adapter.getAuthenticator(Base64.getEncoder().encodeToString(first.id)))
                .isEmpty();
    }

    @Test
    void the_last_sign_in_method_stays_unless_its_removal_is_confirmed() {
        var id = Answer.base64Url(first.id);
        assertThat(mine().delete(id)).isEqualTo(UnlinkResult.LAST_SIGN_IN_METHOD);
        assertThat(mine().list()).hasSize(1);
        signIn(first);
        assertThat(mine().deleteEvenIfLast(id)).isEqualTo(UnlinkResult.REMOVED);
        assertThat(mine().list()).isEmpty();
        assertThat(mine().deleteEvenIfLast(id)).isEqualTo(UnlinkResult.NOT_LINKED);
    }

    @Test
    void the_passkeys_of_another_user_look_unknown() {
        var other = site.browser();
        var theirs = Answer.base64Url(site.signUp(other, "bob@example.com").id);
        assertThat(mine().rename(theirs, "Mine")).isFalse();
        assertThat(mine().delete(theirs)).isEqualTo(UnlinkResult.NOT_LINKED);
        assertThat(mine().deleteEvenIfLast(theirs)).isEqualTo(UnlinkResult.NOT_LINKED);
        assertThat(passkeys(other).list()).hasSize(1);
    }

    @Test
    void authenticators_may_learn_which_passkeys_remain_and_the_name_of_the_user() {
        var second = add();
        mine().delete(Answer.base64Url(first.id));
        var handle = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(site.adapter
                        .getPasskey(Base64.getEncoder().encodeToString(second.id))
                        .orElseThrow()
                        .userHandle()
                        .getBytes(StandardCharsets.UTF_8));
        var signals = mine().signals();
        assertThat(one(signals, "allAcceptedCredentials").asMap())
                .isEqualTo(Map.of(
                        "rpId",
                        "app.example",
                        "userId",
                        handle,
                        "allAcceptedCredentialIds",
                        List.of(Answer.base64Url(second.id))));
        assertThat(one(signals, "currentUserDetails").asMap())
                .isEqualTo(Map.of(
                        "rpId",
                        "app.example",
                        "userId",
                        handle,
                        "name",
                        "ada@example.com",
                        "displayName",
                        "ada@example.com"));
    }

    @Test
    void authenticators_may_learn_of_the_last_passkey_that_it_is_gone_and_of_no_passkey_that_a_user_has() {
        var id = Answer.base64Url(first.id);
        var theirs = Answer.base64Url(site.signUp(site.browser(), "bob@example.com").id);
        for (var held : List.of(id, theirs, "", "%", "x".repeat(1365))) {
            assertThat(mine().signals(held).get(Claim.list("unknownCredentials")))
                    .contains(List.of());
        }

        mine().deleteEvenIfLast(id);

        assertThat(one(mine().signals(id), "unknownCredentials").asMap())
                .isEqualTo(Map.of("rpId", "app.example", "credentialId", id));
    }

    /** Authenticators remove what isn't on the list. */
    @Test
    void a_passkey_of_a_provider_that_another_version_of_the_site_has_is_not_reported_as_gone() {
        var second = Base64.getEncoder().encodeToString(add().id);
        var account = site.adapter.getAccount(second, "passkey").orElseThrow();
        site.adapter.unlinkAccount("passkey", second);
        site.adapter.linkAccount(account.with("provider", "security-key"));

        assertThat(mine().list()).hasSize(1);
        assertThat(mine().signals().get(Claim.list("allAcceptedCredentials"))).contains(List.of());
        assertThat(one(mine().signals(), "currentUserDetails").text("name")).isEqualTo("ada@example.com");
    }

    private static Claims one(Claims signals, String name) {
        return Claims.of((Map<?, ?>) signals.get(Claim.list(name)).orElseThrow().get(0));
    }

    @Test
    void no_secret_is_printed() {
        assertThat(mine().toString()).doesNotContain("ada@");
    }

    private SoftAuthenticator add() {
        var second = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        var made = second.create(site.options(site.browser, "?action=register"));
        assertThat(site.send(site.browser, "register", made.json())).isEqualTo(APP + "/in");
        return second;
    }

    private void signIn(SoftAuthenticator authenticator) {
        var used = authenticator.get(site.options(site.browser, "?action=authenticate"));
        assertThat(site.send(site.browser, "authenticate", used.json())).isEqualTo(APP + "/in");
    }

    private Passkeys mine() {
        return passkeys(site.browser);
    }

    private Passkeys passkeys(Browser browser) {
        return site.auth.passkeys(request(browser)).orElseThrow();
    }

    private static Request request(Browser browser) {
        var cookies = new StringBuilder();
        browser.cookies(APP + "/settings").forEach((name, value) -> cookies.append(name + "=" + value + "; "));
        return Request.get(APP + "/settings").header("cookie", cookies.toString());
    }
}
