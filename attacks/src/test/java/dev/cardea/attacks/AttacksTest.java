package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.attacks.Result.Outcome;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Form;
import dev.cardea.http.Response;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class AttacksTest {
    @Test
    void a_site_with_its_defences_on_has_no_findings_and_each_attack_was_run() {
        List<Result> heard = new ArrayList<>();
        try (var site = AttackedSite.start()) {
            var report = site.attacks().progress(heard::add).run();
            assertThat(report.findings()).as(report.describe()).isEmpty();
            // The sessions of this site are tokens.
            assertThat(report.results())
                    .allSatisfy(result -> assertThat(result.outcome())
                            .as(result.attack().id() + " " + result.reason())
                            .isEqualTo(result.attack().id().equals("A21") ? Outcome.NO_TARGET : Outcome.REJECTED));
            assertThat(heard).containsExactlyInAnyOrderElementsOf(report.results());
            assertThat(report.results())
                    .isSortedAccordingTo(Comparator.comparing(it -> it.attack().id()));
            assertThat(report.requests()).isBetween(1_500L, 3_000L);
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
        try (var site = AttackedSite.start(deployed)) {
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
        try (var site = AttackedSite.start(config -> config.danger().skipCsrfCheck(), AttackedSite.Weakness.NONE)) {
            var report = Attacks.against(site.url()).only("A01").run();
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
                    .hasMessageContaining("give the address with their base path");
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
                .hasMessageContaining("does not answer");
    }
}
