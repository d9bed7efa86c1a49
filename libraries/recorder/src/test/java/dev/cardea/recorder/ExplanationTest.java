package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.ErrorType;
import dev.cardea.model.ProviderType;
import dev.cardea.observe.Browser;
import dev.cardea.observe.Digest;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Id;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.Action;
import dev.cardea.observe.Step.Method;
import dev.cardea.observe.Step.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a trace says to people. */
class ExplanationTest {
    private static final ProviderId PROVIDER = ProviderId.recorded("google", ProviderType.OIDC);
    private static final Instant BEGIN = Instant.parse("2026-05-04T09:11:52.102Z");

    @Test
    void a_return_to_another_host_is_explained() {
        var text = Explanation.of(otherHost(false)).text();
        assertThat(text)
                .contains("failed: InvalidCheck")
                .contains("41 s after it began")
                .contains("reference 9f2c41d07ab3e655")
                .contains("Cause (certain, R04): It started on app.example and returned to www.app.example.")
                .contains("Remedy: Redirect one host to the other")
                .contains("See docs/errors.md#invalidcheck");
    }

    @Test
    void the_guide_shows_what_a_trace_says() throws IOException {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        var guide = Files.readString(folder.resolve("docs/guides/diagnose-a-failed-sign-in.md"));
        assertThat(guide)
                .contains("```text\n" + Explanation.of(otherHost(false)).text().strip() + "\n```\n");
    }

    @Test
    void a_guessed_begin_proves_nothing() {
        assertThat(Explanation.of(otherHost(true)).causes())
                .noneMatch(cause -> cause.certainty() == Cause.Certainty.CERTAIN);
    }

    @Test
    void a_success_has_no_cause() {
        var trace = new Trace(null, otherHost(false).entries(), 0, false);
        assertThat(Explanation.of(trace).causes()).isEmpty();
        assertThat(Explanation.of(trace).text()).contains("succeeded").doesNotContain("Cause");
    }

    @Test
    void every_fault_has_its_own_number_and_says_what_to_do() {
        assertThat(Faults.ALL).allSatisfy(fault -> {
            assertThat(fault.id()).matches("R[0-6][0-9]");
            assertThat(fault.title()).isNotBlank();
            assertThat(fault.remedy()).endsWith(".");
        });
        assertThat(new HashSet<>(Faults.ALL.stream().map(KnownFault::id).toList()))
                .hasSameSizeAs(Faults.ALL);
    }

    private static Trace otherHost(boolean isInferred) {
        var entries = new ArrayList<Trace.Entry>();
        add(entries, 1, BEGIN, null, start("app.example", Action.SIGNIN, Method.POST), site("app.example"));
        add(entries, 1, BEGIN, null, new Step.SignInStart(PROVIDER));
        add(entries, 1, BEGIN, null, set(), redirect());
        var back = BEGIN.plusSeconds(41);
        add(entries, 2, back, null, start("www.app.example", Action.CALLBACK, Method.GET), site("www.app.example"));
        add(
                entries,
                2,
                back,
                null,
                new Step.BrowserFacts(Set.of(), 2, false, null, new Browser(Browser.Family.CHROME, 141)));
        add(entries, 2, back, null, new Step.Return(PROVIDER, Set.of(Parameter.CODE), null), absent());
        add(entries, 2, back, "9f2c41d07ab3e655", new Step.ErrorReport(ErrorType.INVALID_CHECK, PROVIDER));
        var source = new Trace.Source("0.1.0", new Digest(0x5f0c2e9b));
        return new Trace("9f2c41d07ab3e655", entries, 0, isInferred, null, source);
    }

    private static void add(List<Trace.Entry> entries, long request, Instant time, String reference, Step... steps) {
        for (var step : steps) entries.add(new Trace.Entry(time, new Id(request), reference, step));
    }

    private static Step start(String host, Action action, Method method) {
        return new Step.RequestStart(action, method, PROVIDER, HostName.of(host), true, null, null);
    }

    private static Step site(String host) {
        return new Step.OriginDecision(HostName.of(host), true, true, true);
    }

    private static Step set() {
        var lifetime = Duration.ofMinutes(15);
        return new Step.CheckSet(AuthCookie.PKCE_CODE_VERIFIER, PROVIDER, true, false, null, lifetime, new Digest(7));
    }

    private static Step redirect() {
        var parameters = Set.of(Parameter.CODE_CHALLENGE, Parameter.SCOPE, Parameter.REDIRECT_URI);
        return new Step.Redirect(Step.Redirect.Purpose.PROVIDER, HostName.of("accounts.google.com"), parameters);
    }

    private static Step absent() {
        return new Step.CheckRead(AuthCookie.PKCE_CODE_VERIFIER, PROVIDER, Step.CheckRead.Result.ABSENT, null);
    }
}
