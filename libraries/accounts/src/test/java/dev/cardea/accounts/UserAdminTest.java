package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.ProbedSite.OtherThread;
import dev.cardea.accounts.factor.Authenticators;
import dev.cardea.accounts.factor.PausedSignIns;
import dev.cardea.accounts.factor.RecoveryCodes;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserPage;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.json.Claims;
import dev.cardea.model.Login;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserAdminTest {
    private static final String BLOCKED = AUTH + "/error?error=AccessDenied&code=AccountBlocked";

    private final FullSite full = FullSite.standard();
    private final TestSite site = full.site;
    private final UserAdmin admin = UserAdmin.of(site.auth, Actor.system("tests"));

    private Browser ann() {
        var browser = full.browser();
        site.signUp(browser, ANN, PASSWORD);
        site.openMail(browser, ANN);
        return browser;
    }

    private String id() {
        return full.idOf(ANN);
    }

    private Page prove(Browser browser, String method) throws Exception {
        return switch (method) {
            case "password" -> site.signIn(browser, ANN, PASSWORD);
            case "mail" -> {
                site.post(browser, "/signin/mail", Map.of("email", ANN));
                yield site.openMail(browser, ANN);
            }
            case "forgot" -> {
                site.forgot(browser, ANN);
                yield site.openMail(browser, ANN);
            }
            case "provider" -> site.post(browser, "/signin/op", Map.of());
            default -> full.signInByPasskey(browser, AUTH + "/webauthn-options/passkey?action=authenticate", Map.of());
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"password", "mail", "forgot", "provider", "passkey"})
    void a_blocked_user_is_signed_out_and_refused_after_the_proof_of_every_method(String method) throws Exception {
        var owner = ann();
        full.link(owner);
        full.addPasskey(owner);

        assertThat(admin.block(id(), "spam", null)).isTrue();

        assertThat(site.isSignedIn(owner)).isFalse();
        var browser = full.browser();
        var page = prove(browser, method);
        assertThat(page.url()).isEqualTo(BLOCKED);
        assertThat(page.text()).contains("Your account is blocked").doesNotContain("spam");
        assertThat(site.isSignedIn(browser)).isFalse();
        assertThat(site.rows.listSessionsByUserId(id())).isEmpty();
    }

    @Test
    void a_wrong_password_of_a_blocked_user_gets_the_response_of_every_other_one() {
        ann();
        admin.block(id(), "spam", null);

        assertThat(site.signIn(site.browser(), ANN, "wrong").url())
                .isEqualTo(site.signIn(site.browser(), "unknown@example.com", "wrong")
                        .url());
    }

    @Test
    void a_sign_in_that_waits_for_the_second_factor_is_over_when_the_user_is_blocked() {
        var phone = Phone.connect(site, ann());
        var waiting = phone.paused(ANN, PASSWORD);

        admin.block(id(), "spam", null);

        assertThat(site.rows.listRecordsByUserId(id(), PausedSignIns.KIND)).isEmpty();
        phone.enter(waiting, phone.nextCode());
        assertThat(site.isSignedIn(waiting)).isFalse();
        assertThat(phone.paused(ANN, PASSWORD).open(AUTH + "/factor").text()).contains("Sign in again");
    }

    @Test
    void a_block_ends_when_it_says_and_when_it_is_taken_back() {
        ann();
        var end = site.clock.instant().plus(Duration.ofHours(1));
        admin.block(id(), "spam", end);
        assertThat(admin.blockOf(id())).hasValue(new Block("spam", site.clock.instant(), end));
        assertThat(site.canSignIn(ANN, PASSWORD)).isFalse();

        full.advance(Duration.ofHours(1));

        assertThat(admin.blockOf(id())).isEmpty();
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
        admin.block(id(), "spam", null);
        admin.block(id(), "more spam", null);
        assertThat(admin.blockOf(id()).orElseThrow().reason()).isEqualTo("more spam");
        assertThat(admin.unblock(id())).isTrue();
        assertThat(admin.unblock(id())).isFalse();
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
    }

    /** With units, the sign-in that came first is over before the block begins, which ends its session. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_block_wins_over_a_sign_in_that_was_decided_before_it(boolean hasUnits) throws Exception {
        var probed = hasUnits ? ProbedSite.standard() : ProbedSite.without(UnitOfWork.class);
        var raced = probed.site();
        raced.newUser(ANN, PASSWORD);
        var id = String.valueOf(raced.user(ANN).orElseThrow().id());
        var admins = UserAdmin.of(raced.auth, Actor.system("tests"));
        var browser = raced.browser();
        var pause = probed.probe().pauseBefore("createSession");
        try (var other = new OtherThread()) {
            var signIn = other.call(() -> raced.signIn(browser, ANN, PASSWORD));
            pause.awaitReached();
            if (hasUnits) {
                pause.resume();
                signIn.get();
                admins.block(id, "spam", null);
            } else {
                admins.block(id, "spam", null);
                pause.resume();
                signIn.get();
            }
        }
        assertThat(raced.isSignedIn(browser)).isFalse();
        assertThat(raced.rows.listSessionsByUserId(id)).isEmpty();
    }

    @Test
    void the_factors_of_a_user_who_has_lost_them_are_reset_and_the_user_is_told() {
        var owner = ann();
        Phone.connect(site, owner);

        assertThat(admin.resetFactors(id())).isTrue();

        assertThat(site.isSignedIn(owner)).isFalse();
        assertThat(site.rows.listRecordsByUserId(id(), Authenticators.KIND)).isEmpty();
        assertThat(site.rows.listRecordsByUserId(id(), RecoveryCodes.KIND)).isEmpty();
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
        assertThat(site.inbox.notices()).anyMatch(it -> it.subject().contains("was reset"));
    }

    @Test
    void each_change_is_published_with_who_made_it() {
        ann();
        full.changes.clear();
        var id = id();

        admin.block(id, "spam", null);
        admin.unblock(id);
        admin.endSessions(id);
        admin.delete(id);

        assertThat(full.changes)
                .extracting(it -> it.kind() + " " + it.details().text("actor") + " "
                        + it.details().text("reason"))
                .containsExactly(
                        "user-blocked system:tests spam",
                        "user-unblocked system:tests null",
                        "sessions-ended system:tests null",
                        "account-deleted system:tests null");
        assertThat(full.changes).allMatch(it -> it.userId().equals(id));
    }

    @Test
    void an_actor_is_the_user_who_is_signed_in_a_user_by_id_or_a_program() {
        assertThat(Actor.of(new Login(User.of(Claims.of("id", "7")), "s1"))).hasToString("user:7");
        assertThat(Actor.user("7")).hasToString("user:7");
        assertThat(Actor.system("tests")).hasToString("system:tests");
        assertThatThrownBy(() -> Actor.user(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Actor.user(null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void users_are_found_listed_exported_and_deleted() {
        ann();
        var id = id();
        admin.block(id, "spam", null);

        assertThat(admin.find("ANN@example.com").orElseThrow().id()).isEqualTo(id);
        assertThat(admin.find(id)).isPresent();
        assertThat(admin.list(UserPage.first(10))).hasSize(1);
        assertThat(admin.export(id).orElseThrow().toJson())
                .contains("\"kind\":\"block\"", "spam")
                .doesNotContain("argon2", "$");
        assertThat(admin.delete(id)).isTrue();
        assertThat(admin.find(id)).isEmpty();
        assertThat(admin.blockOf(id)).isEmpty();
    }

    @Test
    void for_a_user_who_does_not_exist_nothing_happens() {
        assertThat(admin.block("nobody", "spam", null)).isFalse();
        assertThat(admin.resetFactors("nobody")).isFalse();
        assertThat(admin.delete("nobody")).isFalse();
        assertThat(admin.export("nobody")).isEmpty();
        assertThat(site.rows.listRecordsByUserId("nobody", Block.KIND)).isEmpty();
        assertThat(full.changes).isEmpty();
    }

    @Test
    void a_block_needs_a_reason_and_an_end_in_the_future() {
        assertThatThrownBy(() -> admin.block("1", " ", null)).hasMessageContaining("reason");
        assertThatThrownBy(() -> admin.block("1", "spam", site.clock.instant())).hasMessageContaining("future");
        assertThatThrownBy(() -> Actor.system("Two Words")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_site_without_accounts_says_so() {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret(TestSite.SECRET)
                .adapter(new InMemoryAdapter())
                .session(SessionOptions.database()));

        assertThatThrownBy(() -> UserAdmin.of(auth, Actor.system("tests")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("UserAccounts.standard()");
    }
}
