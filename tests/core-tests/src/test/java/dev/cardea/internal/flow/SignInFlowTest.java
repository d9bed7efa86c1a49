package dev.cardea.internal.flow;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.config.PagesOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.Events;
import dev.cardea.hook.SignInParams;
import dev.cardea.tests.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The steps of each sign-in after its method, and their order. */
class SignInFlowTest {
    private static final String DENIED = APP + "/auth/error?error=AccessDenied";

    @Test
    void a_user_whom_the_callback_denies_is_not_stored_and_not_signed_in() {
        var site = asking(params -> Decision.deny());

        assertThat(signIn(site)).isEqualTo(DENIED);
        assertThat(site.adapter.getUserByEmail("ada@example.com")).isEmpty();
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.events).containsExactly("signInFailed AccessDenied");
    }

    @Test
    void a_callback_that_throws_denies() {
        var site = asking(params -> {
            throw new IllegalStateException("the directory is away");
        });

        assertThat(signIn(site)).isEqualTo(DENIED);
        assertThat(site.sessionCookie()).isEmpty();
    }

    @Test
    void a_callback_sends_the_user_elsewhere_without_a_session() {
        var site = asking(params -> Decision.redirectTo("/invite-only"));

        assertThat(signIn(site)).isEqualTo(APP + "/invite-only");
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.adapter.getUserByEmail("ada@example.com")).isEmpty();
    }

    @Test
    void the_callback_sees_the_stored_user_of_a_known_account() {
        List<@Nullable String> ids = new ArrayList<>();
        var site = asking(params -> {
            ids.add(params.user().id());
            return Decision.allow();
        });
        signIn(site);
        site.browser.clearCookies();
        signIn(site);

        var stored = site.adapter.getUserByAccount("op", "ada").orElseThrow();
        assertThat(ids).hasSize(2).last().isEqualTo(stored.id());
        assertThat(ids.get(0)).isNotEqualTo(stored.id());
    }

    @Test
    void only_a_new_user_sees_the_page_for_new_users_and_goes_on_from_there() {
        var site = with(c -> c.pages(PagesOptions.NONE.newUser("/welcome")));

        assertThat(signIn(site)).isEqualTo(APP + "/welcome?callbackUrl=https%3A%2F%2Fapp.example%2Fdash");
        site.browser.clearCookies();
        assertThat(signIn(site)).isEqualTo(APP + "/dash");
    }

    @Test
    void the_event_tells_a_new_user_from_one_who_returns_and_knows_neither_with_credentials() {
        List<@Nullable Boolean> isNew = new ArrayList<>();
        var site = with(c -> c.events(new Events() {
            @Override
            public void signIn(SignIn event) {
                isNew.add(event.isNewUser());
            }
        }));
        signIn(site);
        site.browser.clearCookies();
        signIn(site);
        site.browser.clearCookies();
        site.signInPage()
                .form("Sign in with Credentials")
                .fill("username", "grace")
                .fill("password", "correct horse")
                .submit();

        assertThat(isNew).containsExactly(true, false, null);
    }

    private static Site asking(Function<SignInParams, Decision> callback) {
        return with(c -> c.callbacks(Callbacks.DEFAULT.signIn(callback)));
    }

    private static Site with(UnaryOperator<AuthConfig.Builder> change) {
        return Site.with(p -> p, change);
    }

    private static String signIn(Site site) {
        return site.signInPage().press("Sign in with Demo ID").url();
    }
}
