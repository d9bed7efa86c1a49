package dev.cardea.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.AccountUpdates;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.method.Traits;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A sign-in method that verifies no address and has no passkeys, such as one by text messages. */
class UnverifyingMethodTest {
    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final User user = memory.createUser(User.of(null, "Ada", "ada@example.com"));

    @Test
    void its_accounts_end_when_the_address_is_first_verified_and_the_store_needs_no_passkeys() {
        link("sms");
        link("github");
        firstVerification().record(new Store(withoutPasskeys(), Clock.systemUTC()), user, false, true);
        assertThat(accounts()).containsExactly("github");
    }

    @Test
    void its_accounts_stay_if_the_user_verifies_the_address_while_signed_in() {
        link("sms");
        firstVerification().record(new Store(withoutPasskeys(), Clock.systemUTC()), user, true, true);
        assertThat(accounts()).containsExactly("sms");
    }

    @Test
    void a_user_who_has_nothing_but_such_accounts_is_unverified() {
        link("sms");
        assertThat(firstVerification().isUnverified(new Store(memory, Clock.systemUTC()), user, false))
                .isTrue();
        link("github");
        assertThat(firstVerification().isUnverified(new Store(memory, Clock.systemUTC()), user, true))
                .isFalse();
    }

    private FirstVerification firstVerification() {
        var methods = Map.of(
                "sms", traits(Traits.Registration.BY_ACCOUNT, Traits.EmailProof.NONE),
                "email", traits(Traits.Registration.BY_EMAIL, Traits.EmailProof.MAILBOX));
        var sessions = new RegisteredSessions(new Store(memory, Clock.systemUTC()), Clock.systemUTC());
        return new FirstVerification(Clock.systemUTC(), Map.of(), methods, sessions.storage(), null);
    }

    private static Traits traits(Traits.Registration registration, Traits.EmailProof proof) {
        return new Traits(
                Traits.Start.REQUEST,
                Traits.CallbackGet.COMPLETE,
                Traits.CsrfToken.NOT_NEEDED,
                registration,
                proof,
                false,
                ErrorType.ACCOUNT_NOT_LINKED);
    }

    private UserAdapter withoutPasskeys() {
        return (UserAdapter) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {UserAdapter.class, AccountIndex.class, AccountUpdates.class, SessionIndex.class},
                (proxy, method, arguments) -> method.invoke(memory, arguments));
    }

    private void link(String provider) {
        memory.linkAccount(Account.of(provider, "1", ProviderType.OAUTH).with("userId", user.id()));
    }

    private Iterable<String> accounts() {
        return memory.listAccountsByUserId(String.valueOf(user.id())).stream()
                .map(Account::provider)
                .toList();
    }
}
