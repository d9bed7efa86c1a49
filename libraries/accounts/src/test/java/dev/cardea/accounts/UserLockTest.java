package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.SessionOptions;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sign-in has read of its user, such as a block, holds until its session is there. */
class UserLockTest {
    private static final String ANN = "ann@example.com";

    private static ProbedSite site(boolean isRevocable) {
        return ProbedSite.with(it -> it.session(isRevocable ? SessionOptions.revocable() : SessionOptions.database()));
    }

    private static void assertLockedFirst(List<String> calls) {
        assertThat(calls).contains("inUnit", "createRecord");
        assertThat(calls.get(calls.lastIndexOf("inUnit") + 1)).isEqualTo("lockUser");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_sign_in_with_a_password_locks_its_user_before_it_reads(boolean isRevocable) {
        var probed = site(isRevocable);
        probed.site().newUser(ANN, PASSWORD);
        var browser = probed.site().browser();

        var calls = probed.calls(() -> probed.site().signIn(browser, ANN, PASSWORD));

        assertThat(probed.site().isSignedIn(browser)).isTrue();
        assertLockedFirst(calls);
        assertThat(calls).hasSizeLessThanOrEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_sign_in_that_has_waited_locks_its_user_before_it_goes_on(boolean isRevocable) {
        var probed = site(isRevocable);
        var site = probed.site();
        var phone = Phone.connect(site, site.newUser(ANN, PASSWORD));
        var browser = site.browser();
        site.signIn(browser, ANN, PASSWORD);
        var code = phone.nextCode();

        var calls = probed.calls(() -> phone.enter(browser, code));

        assertThat(site.isSignedIn(browser)).isTrue();
        assertLockedFirst(calls);
    }
}
