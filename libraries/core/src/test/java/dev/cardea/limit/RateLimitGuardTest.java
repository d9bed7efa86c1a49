package dev.cardea.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.cardea.StillClock;
import dev.cardea.error.AuthException;
import dev.cardea.error.TooManyRequestsException;
import dev.cardea.internal.limit.AccountName;
import dev.cardea.internal.limit.Permit;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.json.Claims;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RateLimitGuardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final CredentialsProvider FORM = CredentialsProvider.of((c, r) -> Optional.empty())
            .field("username", CredentialInput.text("User"))
            .field("password", CredentialInput.password("Password"))
            .field("code", CredentialInput.text("Code").with("autocomplete", "one-time-code"))
            .field("remember", CredentialInput.text("Remember me").with("type", "checkbox"));

    private final StillClock clock = new StillClock();
    private final InMemoryRateLimiter memory = new InMemoryRateLimiter(clock);
    private final List<AuthException> log = new CopyOnWriteArrayList<>();

    @Test
    void ten_thousand_addresses_of_one_IPv6_network_are_one_client() {
        var rateLimitGuard = guard(once(Budget.SIGN_IN_STARTS));
        rateLimitGuard.signInStart(client("2a01:4f8:1:2::1"));
        for (int i = 2; i < 10_002; i++) {
            var address = client("2a01:4f8:1:2:abcd::" + Integer.toHexString(i));
            assertRejected(() -> rateLimitGuard.signInStart(address));
        }
        assertThat(memory.keys()).isEqualTo(1);
        passes(() -> rateLimitGuard.signInStart(client("2a01:4f8:1:3::1")));
    }

    @Test
    void the_IPv6_prefix_of_a_client_can_be_set() {
        var rateLimitGuard = guard(once(Budget.SIGN_IN_STARTS).ipv6Prefix(48));
        rateLimitGuard.signInStart(client("2a01:4f8:1:2::1"));
        assertRejected(() -> rateLimitGuard.signInStart(client("2a01:4f8:1:ffff::1")));
        passes(() -> rateLimitGuard.signInStart(client("2a01:4f8:2::1")));
    }

    @Test
    void an_IPv4_client_is_the_same_in_every_spelling() {
        var rateLimitGuard = guard(once(Budget.SIGN_IN_STARTS));
        rateLimitGuard.signInStart(client("9.8.7.6"));
        assertRejected(() -> rateLimitGuard.signInStart(client("::ffff:9.8.7.6")));
        passes(() -> rateLimitGuard.signInStart(client("9.8.7.7")));
    }

    @Test
    void addresses_that_may_belong_to_a_proxy_are_not_counted() {
        var rateLimitGuard = guard(once(Budget.SIGN_IN_STARTS));
        for (var address : List.of("127.0.0.1", "10.0.0.1", "192.168.0.1", "::1", "fd00::1", "fe80::1", "unknown")) {
            for (int i = 0; i < 5; i++) passes(() -> rateLimitGuard.signInStart(client(address)));
        }
        assertThat(memory.keys()).isZero();
    }

    @Test
    void an_account_is_the_same_in_every_spelling_of_its_name() {
        var rateLimitGuard = guard(once(Budget.CREDENTIALS_FOR_ACCOUNT));
        credentials(rateLimitGuard, "username", "admin", "password", "1");
        for (var name : List.of("ADMIN", " admin ", "ádmin", "ａｄｍｉｎ", "ad\u200bmin", "admin\u0000")) {
            assertRejected(() -> credentials(rateLimitGuard, "username", name, "password", "2"));
        }
        assertRejected(() -> credentials(rateLimitGuard, "username", "admin", "code", "123456", "remember", "on"));
        passes(() -> credentials(rateLimitGuard, "username", "other", "password", "1"));
        passes(() -> credentials(rateLimitGuard, FORM.id("another"), Claims.of("username", "admin"), Optional.empty()));
    }

    @Test
    void a_letter_with_a_stroke_or_a_digit_of_another_script_is_no_other_account() {
        var rateLimitGuard = guard(once(Budget.CREDENTIALS_FOR_ACCOUNT));
        credentials(rateLimitGuard, "username", "lodz3");
        for (var name : List.of("łodz3", "lødz3", "loðz3", "lodz\u0663", "LODZ\uff13")) {
            assertRejected(() -> credentials(rateLimitGuard, "username", name));
        }
    }

    @Test
    void the_field_that_is_marked_as_the_account_counts_and_no_other() {
        var form = CredentialsProvider.of((c, r) -> Optional.empty())
                .field("account", CredentialInput.text("Company"))
                .field("number", CredentialInput.text("Number").with("autocomplete", "section-staff username"))
                .field("totp", CredentialInput.text("Code").with("type", "number"));
        var rateLimitGuard = guard(once(Budget.CREDENTIALS_FOR_ACCOUNT));
        var ada = Claims.of("number", "7");
        credentials(rateLimitGuard, form, ada.with("account", "acme").with("totp", "1"), Optional.empty());
        var again = ada.with("account", "other").with("totp", "2");
        assertRejected(() -> credentials(rateLimitGuard, form, again, Optional.empty()));
        var bob = Claims.of("number", "8").with("account", "acme").with("totp", "1");
        passes(() -> credentials(rateLimitGuard, form, bob, Optional.empty()));
    }

    /** Auth.js allows fields without a type, and its documentation has them. */
    @Test
    void a_password_never_names_an_account_even_without_a_type() {
        for (var password : List.of(
                "password", "user_password", "passwd", "Pwd", "passphrase", "pass", "Passwort", "passcode", "pin")) {
            var form = CredentialsProvider.of((c, r) -> Optional.empty())
                    .id("form" + password)
                    .field("email", CredentialInput.text("Email"))
                    .field(password, CredentialInput.text("Password"));
            var rateLimitGuard = guard(once(Budget.CREDENTIALS_FOR_ACCOUNT));
            for (var name : List.of("ada", "bob")) {
                var accepted = Claims.of("email", name).with(password, "secret");
                passes(() -> credentials(rateLimitGuard, form, accepted, Optional.empty()));
            }
        }
    }

    /** The application may look the account up by another field than the name suggests. */
    @Test
    void no_name_of_a_field_takes_another_one_out_of_the_count() {
        for (var name : List.of("account", "username", "email", "phone")) {
            var form = CredentialsProvider.of((c, r) -> Optional.empty())
                    .id("form" + name)
                    .field("employeeNo", CredentialInput.text("Number"))
                    .field(name, CredentialInput.text("Another").with("autocomplete", "email"));
            var rateLimitGuard = guard(once(Budget.CREDENTIALS_FOR_ACCOUNT));
            var ada = Claims.of("employeeNo", "7");
            credentials(rateLimitGuard, form, ada.with(name, "one"), Optional.empty());
            for (var again : List.of(ada.with(name, "two"), ada, Claims.of(name, "one"))) {
                assertRejected(() -> credentials(rateLimitGuard, form, again, Optional.empty()));
            }
        }
    }

    @Test
    void where_the_field_that_names_the_account_is_left_empty_each_field_with_text_counts() {
        var rateLimitGuard = guard(once(Budget.CREDENTIALS_FOR_ACCOUNT));
        var form = CredentialsProvider.of((c, r) -> Optional.empty())
                .field("identifier", CredentialInput.text("Number or name"))
                .field("phone", CredentialInput.text("Phone").with("autocomplete", "username"));
        var ada = Claims.of("identifier", "ada").with("phone", "");
        passes(() -> credentials(rateLimitGuard, form, ada, Optional.empty()));
        assertRejected(() -> credentials(rateLimitGuard, form, ada, Optional.empty()));
    }

    @Test
    void where_no_field_is_marked_as_the_account_each_field_with_text_counts() {
        var form = CredentialsProvider.of((c, r) -> Optional.empty())
                .field("tenant", CredentialInput.text("Company"))
                .field("number", CredentialInput.text("Number"));
        var rateLimitGuard = guard(once(Budget.CREDENTIALS_FOR_ACCOUNT));
        credentials(rateLimitGuard, form, Claims.of("tenant", "acme").with("number", "1"), Optional.empty());
        for (var again : List.of(Claims.of("tenant", "other").with("number", "1"), Claims.of("number", "1"))) {
            assertRejected(() -> credentials(rateLimitGuard, form, again, Optional.empty()));
        }
    }

    @Test
    void a_mailbox_of_Gmail_is_one_with_and_without_dots_and_under_both_domains() {
        var rateLimitGuard = guard(once(Budget.MAILS_TO_ADDRESS));
        rateLimitGuard.mail("ada.lovelace@gmail.com", Optional.empty());
        for (var same :
                List.of("adalovelace@gmail.com", "a.d.a.lovelace+x@googlemail.com", "ada.love.lace@gmail.com")) {
            assertRejected(() -> rateLimitGuard.mail(same, Optional.empty()));
        }
        rateLimitGuard.mail("ada.lovelace@example.com", Optional.empty());
        passes(() -> rateLimitGuard.mail("adalovelace@example.com", Optional.empty()));
        assertRejected(() -> rateLimitGuard.mail("ada.lovelace+x@example.com", Optional.empty()));
    }

    @Test
    void without_a_name_only_the_client_counts() {
        var rateLimitGuard = guard(once(Budget.CREDENTIALS_FOR_ACCOUNT));
        for (int i = 0; i < 5; i++) passes(() -> credentials(rateLimitGuard, "password", "1"));
        var formless = CredentialsProvider.of((c, r) -> Optional.empty());
        for (int i = 0; i < 5; i++) {
            passes(() -> credentials(rateLimitGuard, formless, Claims.of("username", "admin"), Optional.empty()));
        }
    }

    @Test
    void successes_are_refunded_so_only_failures_count() {
        var rateLimitGuard = guard(once(Budget.CREDENTIALS_FOR_ACCOUNT));
        for (int i = 0; i < 5; i++)
            credentials(rateLimitGuard, "username", "ada").refund();
        credentials(rateLimitGuard, "username", "ada");
        assertRejected(() -> credentials(rateLimitGuard, "username", "ada"));
    }

    @Test
    void a_rejected_request_takes_nothing() {
        var limits = RateLimits.DEFAULT
                .limit(Budget.CREDENTIALS_BY_CLIENT, new Limit(2, Duration.ofMinutes(1)))
                .limit(Budget.CREDENTIALS_FOR_ACCOUNT, new Limit(1, Duration.ofMinutes(1)));
        var rateLimitGuard = guard(limits);
        var ada = Claims.of("username", "ada");
        credentials(rateLimitGuard, FORM, ada, client("9.9.9.9"));
        for (int i = 0; i < 5; i++) assertRejected(() -> credentials(rateLimitGuard, FORM, ada, client("9.9.9.9")));
        passes(() -> credentials(rateLimitGuard, FORM, Claims.of("username", "bob"), client("9.9.9.9")));
    }

    @Test
    void keys_contain_no_account_names() {
        var shared = new RecordedLimiter();
        var rateLimitGuard = guard(RateLimits.DEFAULT.countedBy(shared));
        rateLimitGuard.mail("ada@example.com", client("2a01:4f8:1:2::1"));
        credentials(rateLimitGuard, "username", "ada");
        assertThat(shared.keys)
                .hasSize(3)
                .contains("mails:2a01:4f8:1:2:0:0:0:0/64")
                .allSatisfy(key -> assertThat(key)
                        .matches("[A-Za-z0-9.:/_~-]{1,200}")
                        .doesNotContain("ada")
                        .doesNotContain("example"));
    }

    @Test
    void while_a_shared_limiter_fails_this_process_counts() {
        var limits = once(Budget.SIGN_IN_STARTS).countedBy(new RateLimiter() {
            @Override
            public Optional<Duration> take(String key, Limit limit) {
                throw new IllegalStateException("the store is away");
            }

            @Override
            public void refund(String key, Limit limit) {
                throw new IllegalStateException("the store is away");
            }
        });
        var rateLimitGuard = guard(limits);
        rateLimitGuard.signInStart(client("9.9.9.9"));
        assertRejected(() -> rateLimitGuard.signInStart(client("9.9.9.9")));
        assertThat(log).hasSize(1).allSatisfy(error -> assertThat(error).hasRootCauseMessage("the store is away"));
    }

    @Test
    void a_failing_limiter_is_logged_once_until_it_responds_again() {
        var away = new AtomicBoolean(true);
        var rateLimitGuard = guard(RateLimits.DEFAULT.countedBy(new RateLimiter() {
            @Override
            public Optional<Duration> take(String key, Limit limit) {
                if (away.get()) throw new IllegalStateException("the store is away");
                return Optional.empty();
            }

            @Override
            public void refund(String key, Limit limit) {}
        }));
        for (int i = 0; i < 10; i++) rateLimitGuard.signInStart(client("9.9.9.9"));
        assertThat(log).hasSize(1);
        away.set(false);
        rateLimitGuard.signInStart(client("9.9.9.9"));
        away.set(true);
        for (int i = 0; i < 10; i++) rateLimitGuard.signInStart(client("9.9.9.9"));
        assertThat(log).hasSize(2);
    }

    @Test
    @Tag("slow")
    void a_sign_in_does_not_wait_for_a_limiter_that_hangs() {
        var thaw = new CountDownLatch(1);
        var calls = new AtomicInteger();
        var rateLimitGuard = guard(once(Budget.SIGN_IN_STARTS).countedBy(new RateLimiter() {
            @Override
            public Optional<Duration> take(String key, Limit limit) {
                calls.incrementAndGet();
                try {
                    thaw.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return Optional.empty();
            }

            @Override
            public void refund(String key, Limit limit) {}
        }));
        try {
            assertTimeoutPreemptively(PATIENCE, () -> rateLimitGuard.signInStart(client("9.9.9.9")));
            assertTimeoutPreemptively(
                    PATIENCE, () -> assertRejected(() -> rateLimitGuard.signInStart(client("9.9.9.9"))));
            assertTimeoutPreemptively(PATIENCE, () -> {
                for (int i = 0; i < 100; i++) rateLimitGuard.signInStart(client("9.9.8." + i));
            });
            assertThat(calls).hasValueLessThanOrEqualTo(32);
            assertThat(log).hasSize(1);
        } finally {
            thaw.countDown();
        }
    }

    @Test
    void all_budgets_of_a_request_are_taken_in_one_call() {
        var calls = new ArrayList<List<Take>>();
        var limiter = new RateLimiter() {
            @Override
            public Optional<Duration> take(String key, Limit limit) {
                throw new AssertionError("asked for one alone");
            }

            @Override
            public Optional<Rejection> takeAll(List<Take> takes) {
                calls.add(takes);
                return Optional.of(new Rejection(takes.get(takes.size() - 1), Duration.ofSeconds(7)));
            }

            @Override
            public void refund(String key, Limit limit) {
                throw new AssertionError("a rejected request took nothing");
            }
        };
        var rateLimitGuard = guard(RateLimits.DEFAULT.countedBy(limiter));

        assertThatThrownBy(() -> rateLimitGuard.mail("ada@example.com", client("9.9.9.9")))
                .isInstanceOf(TooManyRequestsException.class)
                .hasMessageContaining("MAILS_TO_ADDRESS")
                .hasMessageNotContaining("MAILS_BY_CLIENT");
        assertThat(calls).hasSize(1);
        assertThat(calls.get(0)).hasSize(2);
    }

    @Test
    void a_limiter_that_cannot_refund_causes_no_error() {
        var rateLimitGuard = guard(RateLimits.DEFAULT.countedBy(new RateLimiter() {
            @Override
            public Optional<Duration> take(String key, Limit limit) {
                return Optional.empty();
            }

            @Override
            public void refund(String key, Limit limit) {
                throw new IllegalStateException("the store is away");
            }
        }));
        passes(() -> credentials(rateLimitGuard, "username", "ada").refund());
        assertThat(log).hasSize(1);
    }

    @Test
    void nothing_is_counted_if_all_limits_or_one_are_off() {
        var off = guard(RateLimits.OFF.ipv6Prefix(56));
        for (int i = 0; i < 1000; i++) passes(() -> off.signInStart(client("9.9.9.9")));
        var without = guard(RateLimits.DEFAULT.without(Budget.SIGN_IN_STARTS));
        for (int i = 0; i < 1000; i++) passes(() -> without.signInStart(client("9.9.9.9")));
        assertThat(memory.keys()).isZero();
    }

    @Test
    void everything_is_counted_by_default() {
        var rateLimitGuard = guard(RateLimits.DEFAULT);
        until(100, () -> rateLimitGuard.signInStart(client("9.9.9.9")));
        until(10, () -> rateLimitGuard.mail("ada@example.com", Optional.empty()));
        until(100, () -> rateLimitGuard.callback("op", client("9.9.9.9")));
        until(30, () -> credentials(rateLimitGuard, "username", "ada"));
        for (int i = 0; i < 30; i++) rateLimitGuard.mail("box" + i + "@example.com", client("9.9.9.9"));
        assertRejected(() -> rateLimitGuard.mail("one-more@example.com", client("9.9.9.9")));
        for (int i = 0; i < 100; i++)
            credentials(rateLimitGuard, FORM, Claims.of("username", "u" + i), client("9.9.9.9"));
        assertRejected(() -> credentials(rateLimitGuard, FORM, Claims.of("username", "one more"), client("9.9.9.9")));
    }

    private RateLimitGuard guard(RateLimits limits) {
        return new RateLimitGuard(limits, memory, Secrets.of("a secret of the tests"), log::add);
    }

    private static RateLimits once(Budget budget) {
        return RateLimits.DEFAULT.limit(budget, new Limit(1, Duration.ofMinutes(1)));
    }

    private static Optional<IpAddress> client(String address) {
        return IpAddress.parse(address);
    }

    private static Permit credentials(
            RateLimitGuard rateLimitGuard, CredentialsProvider form, Claims accepted, Optional<IpAddress> client) {
        return rateLimitGuard.credentials(AccountName.of(form), accepted, client);
    }

    private static Permit credentials(RateLimitGuard rateLimitGuard, String... fields) {
        var accepted = Claims.NONE;
        for (int i = 0; i < fields.length; i += 2) accepted = accepted.with(fields[i], fields[i + 1]);
        return credentials(rateLimitGuard, FORM, accepted, Optional.empty());
    }

    private static void until(int most, ThrowingCallable attempt) {
        for (int i = 0; i < most; i++) passes(attempt);
        assertRejected(attempt);
    }

    private static void passes(ThrowingCallable attempt) {
        assertThatCode(attempt).doesNotThrowAnyException();
    }

    private static void assertRejected(ThrowingCallable attempt) {
        assertThatThrownBy(attempt).isInstanceOf(TooManyRequestsException.class);
    }
}
