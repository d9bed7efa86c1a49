package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.FullSite.BOB;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.accounts.ProbedSite.OtherThread;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserPage;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Events;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.limit.RateLimits;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites on which new users need an invitation. */
class InvitationTest {
    private static final String NOT_INVITED = AUTH + "/error?error=AccessDenied&code=NotInvited";
    private static final UserAccounts BY_INVITATION = TestSite.accounts().signUp(SignUp.INVITED);

    private final FullSite full = FullSite.with(it -> it.extension(BY_INVITATION));
    private final TestSite site = full.site;
    private final UserAdmin admin = admin(site);

    private static UserAdmin admin(TestSite site) {
        return UserAdmin.of(site.auth, Actor.system("tests"));
    }

    private static TestSite with(UnaryOperator<AuthConfig.Builder> change) {
        return TestSite.with(it -> change.apply(it.extension(BY_INVITATION)));
    }

    private Page signUp(String email) {
        var browser = full.browser();
        site.signUp(browser, email, PASSWORD);
        return site.openMail(browser, email);
    }

    private static int users(TestSite site) {
        return site.rows.listUsers(new UserPage("", 100)).size();
    }

    @Test
    void the_owner_of_an_invited_address_becomes_a_user_with_the_fields_of_the_invitation() {
        assertThat(admin.invite("Ann@Example.com", Claims.of("role", "editor").with("name", "Ann Lee")))
                .isTrue();

        signUp(ANN);

        var user = site.user(ANN).orElseThrow();
        assertThat(user.claims().text("role")).isEqualTo("editor");
        assertThat(user.name()).isEqualTo("Ann Lee");
        assertThat(user.emailVerified()).isNotNull();
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
        assertThat(full.changes)
                .extracting(Events.AccountChanged::kind)
                .containsExactly("invitation-created", "invitation-accepted");
        assertThat(full.changes).extracting(Events.AccountChanged::userId).containsExactly(null, full.idOf(ANN));
        assertThat(full.changes)
                .extracting(Events.AccountChanged::details)
                .containsOnly(Claims.of("actor", "system:tests"));
    }

    @Test
    void another_mailbox_gets_no_account_and_leaves_the_invitation() {
        admin.invite(ANN, Claims.NONE);

        var page = signUp(BOB);

        assertThat(page.url()).isEqualTo(NOT_INVITED);
        assertThat(page.text()).contains("You need an invitation").doesNotContain(ANN);
        assertThat(users(site)).isZero();
        signUp(ANN);
        assertThat(site.user(ANN)).isPresent();
    }

    @Test
    void an_invitation_works_once() {
        admin.invite(ANN, Claims.NONE);
        signUp(ANN);
        admin.delete(full.idOf(ANN));

        assertThat(signUp(ANN).url()).isEqualTo(NOT_INVITED);
        assertThat(users(site)).isZero();
    }

    @Test
    void an_invitation_ends_after_7_days() {
        admin.invite(ANN, Claims.NONE);
        full.advance(Duration.ofDays(7));

        assertThat(signUp(ANN).url()).isEqualTo(NOT_INVITED);
        admin.invite(ANN, Claims.NONE);
        full.advance(Duration.ofDays(7).minusMinutes(5));
        signUp(ANN);
        assertThat(site.user(ANN)).isPresent();
    }

    @Test
    void an_invitation_that_is_withdrawn_admits_no_one_until_the_next_one() {
        admin.invite(ANN, Claims.of("role", "admin"));
        full.changes.clear();

        assertThat(admin.withdrawInvitation(" Ann@Example.com")).isTrue();

        assertThat(signUp(ANN).url()).isEqualTo(NOT_INVITED);
        assertThat(users(site)).isZero();
        assertThat(full.changes).singleElement().satisfies(it -> {
            assertThat(it.kind()).isEqualTo("invitation-withdrawn");
            assertThat(it.userId()).isNull();
            assertThat(it.details()).isEqualTo(Claims.of("actor", "system:tests"));
        });
        admin.invite(ANN, Claims.NONE);
        signUp(ANN);
        assertThat(site.user(ANN)).isPresent();
    }

    @Test
    void an_invitation_that_is_not_there_or_was_accepted_cannot_be_withdrawn() {
        assertThat(admin.withdrawInvitation(BOB)).isFalse();
        admin.invite(ANN, Claims.NONE);
        signUp(ANN);
        full.changes.clear();

        assertThat(admin.withdrawInvitation(ANN)).isFalse();

        assertThat(site.user(ANN)).isPresent();
        assertThat(full.changes).isEmpty();
        assertThatThrownBy(() -> admin.withdrawInvitation("ann")).isInstanceOf(IllegalArgumentException.class);
    }

    /** Without units, what was written before is taken back. */
    @Test
    void an_invitation_that_is_withdrawn_during_the_sign_up_leaves_no_user() throws Exception {
        var probe = new AtomicReference<AdapterProbe>();
        var raced = probed(probe, false);
        admin(raced).invite(ANN, Claims.NONE);
        var browser = sent(raced);
        var pause = probe.get().pauseBefore("takeRecord");
        try (var other = new OtherThread()) {
            var opened = other.call(() -> raced.openMail(browser, ANN));
            pause.awaitReached();
            raced.rows.takeRecord(Invitation.KIND, Hashes.sha256Hex(ANN));
            pause.resume();
            assertThat(opened.get().url()).isEqualTo(NOT_INVITED);
        }
        assertThat(raced.isSignedIn(browser)).isFalse();
        assertThat(users(raced)).isZero();
    }

    /** The fields that the user would have are those of the earlier one. */
    @Test
    void an_invitation_that_is_replaced_during_the_sign_up_waits_for_the_next_one() throws Exception {
        var probe = new AtomicReference<AdapterProbe>();
        var raced = probed(probe, false);
        admin(raced).invite(ANN, Claims.of("role", "admin"));
        var browser = sent(raced);
        var pause = probe.get().pauseBefore("createUser");
        try (var other = new OtherThread()) {
            var opened = other.call(() -> raced.openMail(browser, ANN));
            pause.awaitReached();
            admin(raced).invite(ANN, Claims.of("role", "viewer"));
            pause.resume();
            assertThat(opened.get().url()).isEqualTo(NOT_INVITED);
        }
        assertThat(raced.isSignedIn(browser)).isFalse();
        assertThat(users(raced)).isZero();

        raced.openMail(sent(raced), ANN);

        assertThat(raced.user(ANN).orElseThrow().claims().text("role")).isEqualTo("viewer");
    }

    /**
     * In a store without units. Either all later calls fail, too, as if the process was killed; or one, and what was stored
     * is taken back. After the invitation, which is taken last, only a lasting failure is harmless: the user stays.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_failure_during_the_sign_up_loses_no_invitation(boolean isLasting) {
        boolean isDone = false;
        for (int calls = 1; !isDone && calls < 200; calls++) {
            var probe = new AtomicReference<AdapterProbe>();
            var crashing = probed(probe, false);
            admin(crashing).invite(ANN, Claims.of("role", "editor"));
            var browser = sent(crashing);
            if (isLasting) probe.get().failFrom(calls);
            else probe.get().failBefore(calls);
            crashing.openMail(browser, ANN);
            probe.get().failFrom(0);
            probe.get().failBefore(0);
            isDone = crashing.isSignedIn(browser);
            if (!isLasting && probe.get().calls().contains("takeRecord")) return;

            var again = sent(crashing);
            crashing.openMail(again, ANN);

            assertThat(crashing.isSignedIn(again)).as("after %s calls", calls).isTrue();
            assertThat(users(crashing)).isEqualTo(1);
            assertThat(crashing.user(ANN).orElseThrow().claims().text("role")).isEqualTo("editor");
        }
        assertThat(isDone).isTrue();
    }

    @Test
    void an_invited_user_who_has_to_set_up_an_app_first_uses_the_invitation_up() {
        var strict = with(it -> it.extension(BY_INVITATION.secondFactor(SecondFactor.REQUIRED)));
        admin(strict).invite(ANN, Claims.NONE);
        var browser = strict.browser();
        strict.signUp(browser, ANN, PASSWORD);

        strict.openMail(browser, ANN).press("Set up two-step verification");
        assertThat(strict.rows.getRecord(Invitation.KIND, Hashes.sha256Hex(ANN)))
                .isEmpty();

        var phone = Phone.scanned(strict, browser, "/factor");
        strict.post(browser, "/factor", Map.of("do", "confirm", "code", phone.code()));
        assertThat(strict.isSignedIn(browser)).isTrue();
    }

    @Test
    void a_second_invitation_replaces_the_first_one() {
        admin.invite(ANN, Claims.of("role", "admin"));
        admin.invite(ANN, Claims.of("team", "blue"));

        signUp(ANN);

        var user = site.user(ANN).orElseThrow().claims();
        assertThat(user.text("team")).isEqualTo("blue");
        assertThat(user.has("role")).isFalse();
    }

    /** Not even if the provider has made the address the ID of the account. */
    @ParameterizedTest
    @ValueSource(strings = {"42", ANN})
    void an_account_at_a_provider_does_not_prove_the_invited_address(String accountId) {
        admin.invite(ANN, Claims.NONE);
        full.op.signsIn(Person.of(accountId, "Ann", ANN).with("email_verified", true));

        var page = site.post(full.browser(), "/signin/op", Map.of());

        assertThat(page.url()).isEqualTo(NOT_INVITED);
        assertThat(users(site)).isZero();
        signUp(ANN);
        assertThat(site.user(ANN)).isPresent();
    }

    @Test
    void no_visitor_is_asked_to_make_a_passkey_and_options_for_one_are_refused() {
        admin.invite(ANN, Claims.NONE);
        var browser = full.browser();

        assertThat(browser.open(AUTH + "/signin").text()).doesNotContain("New here?");
        assertThat(browser.open(AUTH + "/webauthn-options/passkey?action=register&email=" + ANN)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void someone_who_asks_for_a_forgotten_password_uses_no_invitation_up() {
        admin.invite(ANN, Claims.NONE);
        var browser = full.browser();
        site.forgot(browser, ANN);

        assertThat(site.openMail(browser, ANN).text()).contains("There&#39;s no account for ann@example.com.");
        signUp(ANN);
        assertThat(site.user(ANN)).isPresent();
    }

    @Test
    void users_who_are_stored_sign_in_without_an_invitation() {
        site.rows.createUser(User.of(Claims.of("email", ANN)));

        assertThat(site.isSignedIn(full.signedIn(ANN))).isTrue();
    }

    @Test
    void the_form_responds_to_every_address_in_the_same_way_and_says_what_is_needed() {
        admin.invite(ANN, Claims.NONE);

        var invited = site.signUp(full.browser(), ANN, PASSWORD);
        var other = site.signUp(full.browser(), BOB, PASSWORD);

        assertThat(invited.status()).isEqualTo(other.status());
        assertThat(invited.url()).isEqualTo(other.url());
        assertThat(invited.document().text().replace(ANN, BOB))
                .isEqualTo(other.document().text());
        assertThat(site.inbox.mails()).hasSize(2);
        assertThat(full.browser().open(AUTH + "/signup").text()).contains("You need an invitation");
    }

    @Test
    void the_email_leads_to_the_form_and_has_nothing_that_signs_in() {
        admin.invite(ANN, Claims.of("role", "editor"));

        var mail = site.inbox.notices().get(0);

        assertThat(mail.to()).isEqualTo(ANN);
        assertThat(mail.subject()).isEqualTo("You're invited to app.example");
        assertThat(mail.text()).contains("\n\n" + AUTH + "/signup\n\n").doesNotContain("?", "@", "editor");
        assertThat(mail.html()).contains("<a href=\"" + AUTH + "/signup\">").doesNotContain("?", "@", "editor");
        assertThat(site.inbox.mails()).isEmpty();
    }

    @Test
    void the_store_does_not_have_the_address_of_someone_who_is_invited() {
        admin.invite(ANN, Claims.of("role", "editor"));

        assertThat(site.rows.getRecord(Invitation.KIND, ANN)).isEmpty();
        var record = site.rows.getRecord(Invitation.KIND, Hashes.sha256Hex(ANN)).orElseThrow();
        assertThat(record.data()).contains("editor", "system:tests").doesNotContain("ann");
    }

    @Test
    void an_address_that_has_a_user_is_not_invited() {
        site.rows.createUser(User.of(Claims.of("email", ANN)));

        assertThat(admin.invite(ANN, Claims.of("role", "admin"))).isFalse();

        assertThat(site.inbox.notices()).isEmpty();
    }

    private static TestSite probed(AtomicReference<AdapterProbe> probe, boolean hasUnits) {
        return with(it -> {
            var real = Objects.requireNonNull(it.adapter());
            probe.set(hasUnits ? AdapterProbe.on(real) : AdapterProbe.without(UnitOfWork.class, real));
            return it.adapter(probe.get().adapter());
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void of_32_browsers_of_the_owner_at_the_same_moment_one_makes_the_user(boolean hasUnits) throws Exception {
        var raced = with(it -> it.rateLimits(RateLimits.OFF).adapter(hasUnits ? it.adapter() : withoutUnits(it)));
        admin(raced).invite(ANN, Claims.of("role", "editor"));
        var calls = new ArrayList<Callable<Page>>();
        for (int i = 0; i < 32; i++) {
            var browser = sent(raced);
            var url = raced.inbox.last(ANN).orElseThrow().url();
            calls.add(() -> browser.open(url));
        }

        var threads = Executors.newFixedThreadPool(32);
        try {
            for (var each : threads.invokeAll(calls)) each.get();
        } finally {
            threads.shutdownNow();
        }

        assertThat(users(raced)).isEqualTo(1);
        assertThat(raced.user(ANN).orElseThrow().claims().text("role")).isEqualTo("editor");
        assertThat(raced.rows.getRecord(Invitation.KIND, Hashes.sha256Hex(ANN))).isEmpty();
    }

    private static Adapter withoutUnits(AuthConfig.Builder config) {
        return AdapterProbe.without(UnitOfWork.class, Objects.requireNonNull(config.adapter()))
                .adapter();
    }

    /** With units, the second browser waits until the first one is done. Without, the first one finds the user of the second. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void of_two_browsers_of_the_owner_at_the_same_moment_one_makes_the_user(boolean hasUnits) throws Exception {
        var probe = new AtomicReference<AdapterProbe>();
        var raced = probed(probe, hasUnits);
        admin(raced).invite(ANN, Claims.of("role", "editor"));
        var first = sent(raced);
        var second = sent(raced);
        var mails = raced.inbox.mails();
        var pause = probe.get().pauseBefore("createUser");
        try (var one = new OtherThread();
                var two = new OtherThread()) {
            var opened = one.call(() -> first.open(mails.get(0).url()));
            pause.awaitReached();
            var late = two.call(() -> second.open(mails.get(1).url()));
            if (!hasUnits) late.get();
            pause.resume();
            opened.get();
            late.get();
        }
        assertThat(List.of(first, second)).allMatch(raced::isSignedIn);
        assertThat(users(raced)).isEqualTo(1);
        assertThat(raced.user(ANN).orElseThrow().claims().text("role")).isEqualTo("editor");
    }

    private static Browser sent(TestSite site) {
        var browser = site.browser();
        site.post(browser, "/signin/mail", Map.of("email", ANN));
        return browser;
    }

    @Test
    void one_of_32_requests_at_the_same_moment_receives_the_invitation() throws Exception {
        admin.invite(ANN, Claims.NONE);
        var threads = Executors.newFixedThreadPool(32);
        try {
            var store = site.auth.site().store();
            Callable<Boolean> take = () -> Invitation.take(store, ANN).isPresent();
            int taken = 0;
            for (var each : threads.invokeAll(Collections.nCopies(32, take))) {
                if (each.get()) taken++;
            }
            assertThat(taken).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_callback_of_the_application_may_refuse_someone_who_is_invited() {
        var asking = with(it -> it.extension(BY_INVITATION.signUp(request -> false)));
        admin(asking).invite(ANN, Claims.NONE);
        var browser = sent(asking);

        assertThat(asking.openMail(browser, ANN).url()).startsWith(AUTH + "/error?error=AccessDenied");
        assertThat(users(asking)).isZero();
    }

    @Test
    void without_passwords_the_email_leads_to_the_sign_in_page() {
        var plain = with(it -> it.extension(BY_INVITATION.withoutPasswords()));
        admin(plain).invite(ANN, Claims.NONE);

        assertThat(plain.inbox.notices().get(0).text()).contains(AUTH + "/signin\n");
        plain.openMail(sent(plain), ANN);
        assertThat(plain.user(ANN)).isPresent();
    }

    @Test
    void an_address_or_a_field_that_cannot_be_used_is_an_error() {
        assertThatThrownBy(() -> admin.invite("ann", Claims.NONE)).isInstanceOf(IllegalArgumentException.class);
        for (var name : List.of("id", "email", "emailVerified")) {
            assertThatThrownBy(() -> admin.invite(ANN, Claims.of(name, "1")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name);
        }
        assertThat(site.inbox.notices()).isEmpty();
    }

    @Test
    void a_site_that_cannot_invite_says_why() {
        var open = TestSite.standard();
        assertThatThrownBy(() -> admin(open).invite(ANN, Claims.NONE))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("signUp");
        var mute = with(it -> it.replaceProviders(mail -> EmailProvider.of("mail", request -> {})));
        assertThatThrownBy(() -> admin(mute).invite(ANN, Claims.NONE))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no email provider can send");
        site.inbox.failWith(new IllegalStateException("550 " + ANN));
        assertThatThrownBy(() -> admin.invite(ANN, Claims.NONE))
                .isInstanceOf(AuthException.class)
                .satisfies(it -> assertThat(((AuthException) it).type()).isEqualTo(ErrorType.EMAIL_SIGNIN))
                .hasMessageNotContaining(ANN);
    }
}
