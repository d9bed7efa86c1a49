package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.EncryptedSecrets.Count;
import dev.cardea.accounts.factor.Authenticators;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.UserPage;
import dev.cardea.config.Env;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncryptedSecretsTest {
    private static final String ANN = "ann@example.com";
    private static final String SECOND = "9d1f6c1e2b7a4d5e8f90a1b2c3d4e5f6-the-second-one";
    private static final String THIRD = "5f0c2e9b71d84a36b8e1f7c09d2a4e63-the-third-one-";
    private static final String KEY = "6b".repeat(32);
    private static final String NEW_KEY = "c5".repeat(32);

    private final TestSite first = TestSite.standard();
    private final Phone phone = Phone.connect(first, first.newUser(ANN, PASSWORD));
    private Duration passed = Duration.ZERO;

    /** The same site after its secrets, newest first, and its encryption keys were changed. */
    private TestSite after(List<String> secrets, List<String> keys) {
        var site = TestSite.with(it -> it.secret(secrets)
                .adapter(first.rows)
                .extension(TestSite.accounts().encryptionKeys(keys)));
        passed = passed.plusSeconds(30);
        site.clock.advance(passed);
        return site;
    }

    private boolean canSignIn(TestSite site) {
        var same = new Phone(site, phone.secret(), List.of());
        var browser = same.paused(ANN, PASSWORD);
        same.enter(browser, same.code());
        return site.isSignedIn(browser);
    }

    private static EncryptedSecrets secrets(TestSite site) {
        return EncryptedSecrets.of(site.auth.site()).orElseThrow();
    }

    @Test
    void a_secret_that_is_replaced_twice_loses_no_factor() {
        var second = after(List.of(SECOND, TestSite.SECRET), List.of());
        assertThat(secrets(second).count(1)).isEqualTo(new Count(0, 1, 0));
        assertThat(secrets(second).reseal()).isEqualTo(new Count(0, 1, 0));
        assertThat(secrets(second).reseal()).isEqualTo(new Count(1, 0, 0));

        var third = after(List.of(THIRD, SECOND), List.of());
        assertThat(secrets(third).reseal()).isEqualTo(new Count(0, 1, 0));

        var last = after(List.of(THIRD), List.of());
        assertThat(secrets(last).count(1)).isEqualTo(new Count(1, 0, 0));
        assertThat(canSignIn(last)).isTrue();
    }

    @Test
    void keys_of_their_own_make_the_secret_replaceable() {
        assertThat(secrets(after(List.of(TestSite.SECRET), List.of(KEY))).reseal())
                .isEqualTo(new Count(0, 1, 0));
        assertThat(canSignIn(after(List.of(SECOND), List.of(KEY)))).isTrue();

        assertThat(secrets(after(List.of(SECOND), List.of(NEW_KEY, KEY))).reseal())
                .isEqualTo(new Count(0, 1, 0));
        assertThat(canSignIn(after(List.of(THIRD), List.of(NEW_KEY)))).isTrue();
    }

    @Test
    void what_no_key_opens_is_counted_and_kept() {
        var lost = after(List.of(SECOND), List.of(KEY));

        assertThat(secrets(lost).reseal()).isEqualTo(new Count(0, 0, 1));
        assertThat(secrets(lost).count(1)).isEqualTo(new Count(0, 0, 1));
        assertThat(canSignIn(lost)).isFalse();
        assertThat(canSignIn(after(List.of(TestSite.SECRET), List.of()))).isTrue();
    }

    @Test
    void all_users_are_resealed_page_by_page_and_only_as_many_are_counted_as_asked_for() {
        var data = first.rows
                .listRecordsByUserId(
                        String.valueOf(first.user(ANN).orElseThrow().id()), Authenticators.KIND)
                .get(0)
                .data();
        for (int i = 0; i < UserPage.MAX_LIMIT + 1; i++) {
            var id = first.rows
                    .createUser(User.of(null, null, "user" + i + "@example.com"))
                    .id();
            first.rows.createRecord(
                    ModuleRecord.of(Authenticators.KIND, "record" + i, id, data, null, Randomness.secure()));
        }

        // What was copied to another user doesn't open.
        assertThat(secrets(first).reseal()).isEqualTo(new Count(1, 0, UserPage.MAX_LIMIT + 1));
        assertThat(secrets(first).count(UserPage.MAX_LIMIT + 1).total()).isEqualTo(UserPage.MAX_LIMIT + 1);
        assertThat(secrets(first).count(3).total()).isEqualTo(3);
    }

    @Test
    void a_site_without_accounts_has_none() {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .url(TestSite.URL)
                .secret(TestSite.SECRET)
                .adapter(new InMemoryAdapter()));

        assertThat(EncryptedSecrets.of(auth.site())).isEmpty();
    }
}
