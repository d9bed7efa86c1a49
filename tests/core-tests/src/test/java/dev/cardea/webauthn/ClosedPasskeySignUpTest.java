package dev.cardea.webauthn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.SignUp;
import dev.cardea.accounts.SignUpRequest;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UserPage;
import dev.cardea.config.SessionOptions;
import dev.cardea.webauthn.EveryMethodSite.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Closed sign-up, as {@code ClosedSignUpTest} has it for the other methods. */
class ClosedPasskeySignUpTest {
    private final InMemoryAdapter memory = new InMemoryAdapter();

    @Test
    void a_new_passkey_stores_no_user_where_there_are_no_new_accounts() {
        var site = site(UserAccounts.standard().signUp(SignUp.CLOSED));

        assertThat(site.signIn(Method.PASSKEY, site.site.browser()))
                .contains("error=AccessDenied", "code=SignUpClosed");
        assertNothingStored();
    }

    @Test
    void a_callback_refuses_a_new_passkey_whose_address_anyone_could_have_typed() {
        List<SignUpRequest> asked = new CopyOnWriteArrayList<>();
        var site = site(UserAccounts.standard().signUp(request -> {
            asked.add(request);
            return request.isEmailProven();
        }));

        assertThat(site.signIn(Method.PASSKEY, site.site.browser())).contains("error=AccessDenied");
        assertThat(asked).singleElement().satisfies(request -> {
            assertThat(request.email()).isEqualTo(Method.PASSKEY.email);
            assertThat(request.provider()).isEqualTo("passkey");
        });
        assertNothingStored();
    }

    private EveryMethodSite site(UserAccounts accounts) {
        return new EveryMethodSite(memory, memory, SessionOptions.database(), it -> it.extension(accounts));
    }

    private void assertNothingStored() {
        assertThat(memory.listUsers(new UserPage("", 10))).isEmpty();
    }
}
