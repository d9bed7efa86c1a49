package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.adapter.UserPage;
import dev.cardea.attacks.Result.Outcome;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.testing.Network;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttacksTest {
    @Test
    void a_site_with_its_defences_on_has_no_findings_and_each_attack_was_run() {
        List<Result> heard = new CopyOnWriteArrayList<>();
        try (var site = AttackedSite.start()) {
            var report = site.attacks().progress(heard::add).run();
            assertThat(report.findings()).as(report.describe()).isEmpty();
            // The sessions of this site are tokens, and its emails have links. It has no route that removes sign-in
            // methods, no proxy asks it, and it has no password accounts.
            rejectedBut(
                    report, "A21", "A35", "A36", "A48", "A55", "A56", "A57", "A58", "A59", "A60", "A61", "A62", "A63",
                    "A64", "A65", "A66", "A67");
            assertThat(heard).containsExactlyInAnyOrderElementsOf(report.results());
            assertThat(report.results())
                    .isSortedAccordingTo(Comparator.comparing(it -> it.attack().id()));
            assertThat(report.requests()).isBetween(1_500L, 4_000L);
        }
    }

    private static void rejectedBut(Report report, String... noTarget) {
        assertThat(report.results())
                .allSatisfy(result -> assertThat(result.outcome())
                        .as(result.attack().id() + " " + result.reason() + report.describe())
                        .isEqualTo(
                                List.of(noTarget).contains(result.attack().id())
                                        ? Outcome.NO_TARGET
                                        : Outcome.REJECTED));
    }

    @Test
    void a_site_with_password_accounts_rejects_every_attack() {
        try (var site = AttackedSite.start(WeakenedForms::withAccounts)) {
            rejectedBut(site.attacks().run(), "A48");
            assertThat(site.development().rows().listUsers(new UserPage("", 100)))
                    .extracting(User::email)
                    .doesNotContainAnyElementsOf(List.of("cardea-attack-a56@example.com"));
        }
    }

    @Test
    void a_site_on_which_visitors_create_no_accounts_has_no_target_for_attacks_on_sign_ups() {
        AttackedSite.Weakness closed = (request, site) ->
                request.path().equals("/auth/signup") ? Response.of(403, "text/html", "closed") : site.handle(request);
        try (var site = AttackedSite.start(WeakenedForms::withAccounts, closed)) {
            var report = site.attacks().only("A56", "A57", "A58", "A60").run();
            rejectedBut(report, "A56");
        }
    }

    /** The listed one works, so that the rejection of the others says something. */
    @Test
    void beside_a_listed_origin_every_other_one_is_rejected() {
        var spa = "https://spa.example";
        try (var site = AttackedSite.start(config -> config.allowedOrigins(spa))) {
            var session = Network.INSTANCE.handle(
                    Request.get(site.url() + "/auth/session").header("origin", spa));
            assertThat(session.header("access-control-allow-origin")).hasValue(spa);
            var report = site.attacks()
                    .only("A01", "A02", "A03", "A04", "A05", "A06", "A07", "A53")
                    .run();
            assertThat(report.with(Outcome.REJECTED)).as(report.describe()).hasSize(8);
        }
    }

    @Test
    void a_run_deletes_the_users_whom_it_brought_and_no_others() {
        try (var site = AttackedSite.start()) {
            var rows = site.development().rows();
            var own = rows.createUser(User.of(null, "Ada Admin", "admin@example.com"));
            var report = site.attacks().only("A25", "A30", "A37", "A52").run();
            assertThat(report.with(Outcome.REJECTED)).hasSize(4);
            assertThat(rows.listUsers(new UserPage("", 100)))
                    .extracting(User::email)
                    .containsExactlyInAnyOrder(AttackedSite.USER, own.email());
        }
    }

    @Test
    void a_server_that_merges_slashes_by_a_redirect_leads_to_no_other_host() {
        AttackedSite.Weakness merges = (request, site) -> AttackedSite.targetHost()
                .map(host -> Response.of(308, "text/plain", "/" + host + request.path())
                        .header("Location", "/" + host + request.path()))
                .orElseGet(() -> site.handle(request));
        try (var site = AttackedSite.start(merges)) {
            var report = site.attacks().only("A14").run();
            assertThat(report.findings()).as(report.describe()).isEmpty();
        }
    }

    @Test
    void a_port_that_begins_with_the_digits_of_the_forged_one_is_not_reported() {
        AttackedSite.Weakness links = (request, site) -> request.headers().has("x-forwarded-port")
                ? Response.of(200, "text/html", "<a href=\"http://127.0.0.1:44431/\">Home</a>")
                : site.handle(request);
        try (var site = AttackedSite.start(links)) {
            var report = site.attacks().only("A12").run();
            assertThat(report.findings()).as(report.describe()).isEmpty();
        }
    }

    @Test
    void a_redirect_to_another_host_is_a_finding_also_where_a_path_has_its_name() {
        AttackedSite.Weakness leads = (request, site) -> AttackedSite.targetHost()
                .map(host -> Response.of(308, "text/plain", "http://" + host + request.path())
                        .header("Location", "/" + host + request.path()))
                .orElseGet(() -> site.handle(request));
        try (var site = AttackedSite.start(leads)) {
            assertThat(site.attacks().only("A14").run().findings()).isNotEmpty();
        }
    }

    @Test
    void a_redirect_that_passes_the_other_host_on_in_its_query_is_a_finding() {
        AttackedSite.Weakness passesOn = (request, site) -> AttackedSite.targetHost()
                .map(host -> Response.of(302).header("Location", "/auth/signin?callbackUrl=http://" + host))
                .orElseGet(() -> site.handle(request));
        try (var site = AttackedSite.start(passesOn)) {
            assertThat(site.attacks().only("A14").run().findings()).isNotEmpty();
        }
    }

    @Test
    void the_pages_of_development_mode_are_found_where_a_sign_in_leads() throws Exception {
        var core = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var coreAt = "http://127.0.0.1:" + core.getAddress().getPort();
        AttackedSite.Weakness besideCore = (request, handler) -> {
            if (request.path().startsWith(DevelopmentDouble.PATH)) return Response.of(404, "text/plain", "no page");
            var answer = handler.handle(request);
            return answer.header("location")
                    .filter(to -> to.contains(DevelopmentDouble.AUTHORIZE))
                    .map(to -> answer.headers(answer.headers()
                            .set("Location", coreAt + to.substring(to.indexOf(DevelopmentDouble.PATH)))))
                    .orElse(answer);
        };
        try (var site = AttackedSite.start(besideCore)) {
            core.createContext("/", TestHost.of(site.development()::handle));
            core.start();
            var report = Attacks.against(site.url()).only("A25", "A37", "A52").run();
            assertThat(report.results())
                    .allSatisfy(result -> assertThat(result.outcome())
                            .as(result.attack().id() + " " + result.reason() + report.describe())
                            .isEqualTo(Outcome.REJECTED));
        } finally {
            core.stop(0);
        }
    }

    @Test
    void no_report_has_a_secret_of_the_site_or_a_signature() {
        AttackedSite.Weakness anyHook = (request, site) ->
                site.handle(request.path().startsWith(AttackedSite.HOOKS) ? AttackedSite.signedHook(request) : request);
        try (var site = AttackedSite.start(anyHook)) {
            var report = site.attacks().only("A46").run();
            assertThat(report.findings()).isNotEmpty();
            assertThat(report.toJson() + report.toSarif() + report.toJUnit() + report.describe())
                    .contains("X-Cardea-Signature: ***")
                    .doesNotContain(AttackedSite.SECRET)
                    .doesNotContainPattern("v1\\.\\d+\\.");
        }
    }

    @Test
    void an_attack_that_lacks_what_it_needs_is_not_run_and_not_passed() {
        try (var site = AttackedSite.start()) {
            var report = Attacks.against(site.url()).only("A15", "A45").run();
            assertThat(report.notRun())
                    .extracting(result -> result.attack().id())
                    .containsExactly("A15", "A45");
            assertThat(report.notRun()).allMatch(result -> !result.reason().isEmpty());
        }
    }

    @Test
    void the_provider_group_is_not_run_without_development_mode() {
        AttackedSite.Weakness deployed = (request, site) -> request.path().startsWith(DevelopmentDouble.PATH)
                ? Response.of(404, "text/plain", "not found")
                : site.handle(request);
        try (var site = AttackedSite.start(WeakenedForms::withAccounts, deployed)) {
            var ids = Attacks.all().stream()
                    .filter(attack -> attack.group() == Group.PROVIDER)
                    .map(Attack::id)
                    .toArray(String[]::new);
            var report = site.attacks().only(ids).run();
            assertThat(report.notRun())
                    .hasSize(ids.length)
                    .allMatch(result -> result.reason().contains("not in development mode"));
        }
    }

    @Test
    void the_provider_behaves_again_after_a_run() {
        Set<String> faults = ConcurrentHashMap.newKeySet();
        AttackedSite.Weakness counting = (request, site) -> {
            if (request.path().equals(DevelopmentDouble.FAULTS)) {
                var form = Form.decode(request.text());
                if (form.containsKey("off")) faults.remove(form.get("off"));
                else faults.add(form.get("fault"));
            }
            return site.handle(request);
        };
        try (var site = AttackedSite.start(counting)) {
            var report = site.attacks().only("A27", "A31").run();
            assertThat(report.with(Outcome.REJECTED)).hasSize(2);
            assertThat(faults).isEmpty();
        }
    }

    @Test
    void a_site_with_database_sessions_rejects_the_attacks_of_the_account_group() {
        try (var site = AttackedSite.start(config -> config.session(SessionOptions.database()))) {
            var report = site.attacks().only("A20", "A21", "A42", "A43", "A44").run();
            assertThat(report.results()).as(report.describe()).allMatch(result -> result.outcome() == Outcome.REJECTED);
        }
    }

    @Test
    void a_site_behind_forward_authentication_rejects_forged_identities() {
        try (var site = AttackedSite.start(WeakenedServices::withForwardAuth)) {
            var report = site.attacks().only("A48").run();
            assertThat(report.results()).as(report.describe()).allMatch(it -> it.outcome() == Outcome.REJECTED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"password", "email", "passkeys", "providers", "sessions", "data"})
    void other_sites_attack_each_page_of_an_account(String page) {
        try (var site =
                AttackedSite.start(WeakenedForms::withAccounts, WeakenedForms.addingTokens("/auth/account/" + page))) {
            var report = site.attacks().only("A59").run();
            assertThat(report.with(Outcome.SUCCEEDED)).as(report.describe()).hasSize(1);
        }
    }

    @Test
    void a_site_with_database_sessions_stays_closed_while_its_store_does_not_answer() {
        try (var site = AttackedSite.start(config -> config.session(SessionOptions.database()))) {
            var report = site.attacks().only("A33", "A37", "A49", "A52").run();
            assertThat(report.results()).as(report.describe()).allMatch(it -> it.outcome() == Outcome.REJECTED);
        }
    }

    @Test
    void the_users_and_passkeys_of_attacks_are_deleted() {
        try (var site = AttackedSite.start()) {
            site.attacks().only("A33", "A34", "A35", "A36", "A37", "A38", "A52").run();
            assertThat(site.development().rows().listUsers(new UserPage("", 100)))
                    .extracting(User::email)
                    .doesNotContain("una@example.com", "noname@example.com")
                    .noneMatch(email -> email.contains("cardea-attack"));
        }
    }

    @Test
    void mails_are_not_counted_in_development_mode_and_go_to_the_test_user_alone() {
        AttackedSite.Weakness marked = (request, site) -> site.handle(request).header("Cardea-Development", "1");
        try (var site = AttackedSite.start(marked)) {
            assertThat(site.attacks().only("A41", "A42").run().results())
                    .allMatch(result -> result.outcome() == Outcome.NO_TARGET)
                    .allMatch(result -> result.reason().contains("development mode limits no attempts"));
            assertThat(site.development().inbox().mails()).isEmpty();
        }
        try (var site = AttackedSite.start()) {
            assertThat(Attacks.against(site.url()).only("A41").run().notRun()).hasSize(1);
            assertThat(site.development().inbox().mails()).isEmpty();
            site.attacks().only("A41").run();
            assertThat(site.development().inbox().mails())
                    .hasSizeBetween(1, 12)
                    .allMatch(mail -> mail.identifier().equals(AttackedSite.USER));
        }
    }

    @Test
    void without_a_test_user_the_account_group_signs_in_as_a_person_of_development_mode() {
        try (var site = AttackedSite.start(config -> config.session(SessionOptions.database()))) {
            var report = Attacks.against(site.url()).only("A20", "A21", "A44").run();
            assertThat(report.results())
                    .extracting(Result::outcome)
                    .containsExactly(Outcome.REJECTED, Outcome.REJECTED, Outcome.NOT_RUN);
        }
    }

    @Test
    void a_test_user_who_cannot_sign_in_is_named_and_the_password_is_masked() {
        try (var site = AttackedSite.start()) {
            var report = site.attacks()
                    .user(AttackedSite.USER, "a-wrong-password")
                    .only("A20", "A44")
                    .run();
            assertThat(report.notRun())
                    .hasSize(2)
                    .allMatch(result -> result.reason().equals("the test user could not sign in"));
            assertThat(report.toJson()).doesNotContain("a-wrong-password");
        }
    }

    @Test
    void an_attack_without_a_target_is_not_passed() {
        try (var site = AttackedSite.start()) {
            var report = Attacks.against(site.url()).only("A48").run();
            assertThat(report.results()).extracting(Result::outcome).containsExactly(Outcome.NO_TARGET);
        }
    }

    @Test
    void the_base_path_is_found_or_given() {
        try (var site = AttackedSite.start(config -> config.basePath("/accounts/auth"))) {
            var report =
                    Attacks.against(site.url() + "/accounts/auth").only("A01").run();
            assertThat(report.results()).extracting(Result::outcome).containsExactly(Outcome.REJECTED);
            assertThatThrownBy(() -> Attacks.against(site.url()).run())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("include the base path in the URL");
        }
    }

    @Test
    void mistakes_of_the_caller_are_named() {
        assertThatThrownBy(() -> Attacks.against("localhost:3000").run()).hasMessageContaining("http or https URL");
        assertThatThrownBy(() -> Attacks.against("http://localhost:3000").only("A99"))
                .hasMessage("there is no attack A99");
        assertThatThrownBy(() -> Attacks.against("http://localhost:3000").protectedPath("account"))
                .hasMessageContaining("begins with a slash");
        assertThatThrownBy(() -> Attacks.against("http://127.0.0.1:1").run())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("isn't responding");
    }
}
