package dev.cardea.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.recorder.InvalidTraceException;
import dev.cardea.recorder.Trace;
import dev.cardea.recorder.TraceJson;
import dev.cardea.server.ServedProcess;
import dev.cardea.server.doctor.CheckResult.Level;
import dev.cardea.server.doctor.TestProxy.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class SiteDoctorTest {
    private static final String CONFIG = """
            secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
            port: 0
            basePath: /auth
            trustHost: true
            bridge: true
            trustedProxies: [127.0.0.1]
            management: { port: 0 }
            providers:
              - { id: acme, type: oauth, name: Acme, authorization: "http://127.0.0.1:1/a", token: "http://127.0.0.1:1/t",
                  userinfo: "http://127.0.0.1:1/u", profile: { id: id }, clientId: a, clientSecret: b, checks: [state] }
            """;

    @TempDir
    static Path folder;

    private static ServedProcess served;

    @BeforeAll
    static void serve() throws Exception {
        served = ServedProcess.start(folder, CONFIG);
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    @Test
    void a_site_behind_a_good_proxy_has_nothing_broken() throws Exception {
        try (var proxy = new TestProxy(served.site())) {
            var findings = examine(proxy.url());
            assertThat(findings).noneMatch(it -> it.level() == Level.BROKEN);
            assertThat(findings.stream().filter(it -> it.level() == Level.OK).map(CheckResult::check))
                    .contains(
                            DoctorCheck.ADDRESS,
                            DoctorCheck.CLOCK,
                            DoctorCheck.COOKIES,
                            DoctorCheck.CACHE,
                            DoctorCheck.HEADERS,
                            DoctorCheck.FORWARDED);
            assertThat(message(findings, DoctorCheck.FORWARDED)).contains("203.0.113.0/24");
        }
    }

    @Test
    void visitors_with_private_addresses_have_no_limit_and_the_report_says_so() throws Exception {
        try (var proxy = new TestProxy(served.site(), Fault.HIDES_VISITORS)) {
            assertThat(message(examine(proxy.url()), DoctorCheck.FORWARDED))
                    .contains("127.0.0.0/24", "Visitors with private IP addresses", "no rate limit by address");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            PASSES_THE_CLAIMED_ADDRESS | FORWARDED | BROKEN | the site trusts a visitor's own X-Forwarded-For
            REMOVES_COOKIES            | COOKIES   | BROKEN | doesn't set a cookie: a proxy or cache removes Set-Cookie
            REMOVES_ATTRIBUTES         | COOKIES   | BROKEN | doesn't have HttpOnly, so scripts can read it
            ALLOWS_CACHING             | CACHE     | BROKEN | sets a cookie and may be cached
            REJECTS_5_KB               | HEADERS   | BROKEN | users with a session of two cookies can't use the site
            CLOSES_AT_5_KB             | HEADERS   | BROKEN | users with a session of two cookies can't use the site
            REJECTS_12_KB              | HEADERS   | ADVICE | a request with 12000 bytes of cookies is rejected
            FORWARDS_TO_ANOTHER_HOST   | ADDRESS   | BROKEN | the site thinks that it's at http://internal.example
            LOSES_THE_PATH             | ADDRESS   | BROKEN | without the list of providers; the proxy doesn't pass
            LEADS_ELSEWHERE            | ADDRESS   | BROKEN | returns 301 and leads to http://
            """)
    void each_fault_of_a_proxy_is_found_by_its_check(Fault fault, DoctorCheck check, Level level, String message)
            throws Exception {
        try (var proxy = new TestProxy(served.site(), fault)) {
            assertThat(examine(proxy.url()))
                    .filteredOn(it -> it.level() == level)
                    .anyMatch(it -> it.check() == check && it.message().contains(message));
        }
    }

    @Test
    void what_visitors_should_not_reach_is_named() throws Exception {
        try (var proxy = new TestProxy(served.site());
                var management = new TestProxy(served.management())) {
            var findings = examine(proxy.url());
            assertThat(message(findings, DoctorCheck.BRIDGE)).contains("a visitor's X-Cardea-Bridge reaches the core");
            assertThat(message(findings, DoctorCheck.HEALTH)).startsWith("/healthz is visible to visitors");
            var diagnosis = new Diagnosis(finding -> {});
            new SiteDoctor(WebUrl.parse(management.url()).orElseThrow(), null, diagnosis).examine();
            assertThat(message(diagnosis.findings(), DoctorCheck.ADDRESS)).contains("without the list of providers");
        }
    }

    @Test
    void an_address_that_does_not_answer_and_a_base_path_of_your_own() throws Exception {
        assertThat(message(examine("http://127.0.0.1:1"), DoctorCheck.ADDRESS))
                .startsWith("http://127.0.0.1:1 isn't responding: ");
        try (var proxy = new TestProxy(served.site())) {
            assertThat(message(examine(proxy.url() + "/auth/"), DoctorCheck.ADDRESS))
                    .contains("/auth responds with 1 provider");
            assertThat(message(examine(proxy.url() + "/login"), DoctorCheck.ADDRESS))
                    .contains("/login/providers returns 404");
        }
    }

    @Test
    void without_traces_the_address_of_visitors_is_reported_as_not_tested() throws Exception {
        try (var proxy = new TestProxy(served.site())) {
            var diagnosis = new Diagnosis(finding -> {});
            new SiteDoctor(WebUrl.parse(proxy.url()).orElseThrow(), null, diagnosis).examine();
            assertThat(diagnosis.findings())
                    .filteredOn(it -> it.check() == DoctorCheck.FORWARDED)
                    .singleElement()
                    .matches(it ->
                            it.level() == Level.ADVICE && it.message().contains("couldn't test which IP address"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example | __Host-authjs.csrf-token=v; Path=/; HttpOnly; SameSite=Lax | doesn't have Secure although",
                "https://a.example | __Host-x=v; Path=/; Domain=a.example; Secure; HttpOnly; SameSite=Lax | browsers reject it",
                "http://a.example | authjs.csrf-token=v; Path=/; HttpOnly; SameSite=Lax | is sent over plain http",
                "https://a.example | x=v; Path=/; HttpOnly; Secure | doesn't have SameSite"
            })
    void a_cookie_that_browsers_do_not_protect_is_named_without_its_value(String sample) {
        var parts = sample.split(" \\| ");
        assertThat(SiteCookieCheck.problem(parts[1], WebUrl.parse(parts[0]).orElseThrow()))
                .hasValueSatisfying(it -> assertThat(it).contains(parts[2]).doesNotContain("=v"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://a.example     | __Host-authjs.csrf-token=v | false",
                "https://a.example     | __Secure-authjs.x=v        | false",
                "https://a.example     | authjs.csrf-token=v        | true",
                "https://a.example     | x__Host-=v                 | true",
                "http://localhost:3000 | authjs.csrf-token=v        | false"
            })
    void on_https_a_cookie_without_a_prefix_is_named_without_its_value(String address, String cookie, boolean isNamed) {
        var advice = SiteCookieCheck.advice(cookie, WebUrl.parse(address).orElseThrow());
        assertThat(advice.isPresent()).isEqualTo(isNamed);
        assertThat(advice.orElse("")).doesNotContain("=v");
    }

    private static List<CheckResult> examine(String address) {
        var diagnosis = new Diagnosis(finding -> {});
        new SiteDoctor(WebUrl.parse(address).orElseThrow(), SiteDoctorTest::trace, diagnosis).examine();
        return diagnosis.findings();
    }

    private static String message(List<CheckResult> findings, DoctorCheck check) {
        return findings.stream()
                .filter(it -> it.check() == check)
                .map(CheckResult::message)
                .findFirst()
                .orElseThrow();
    }

    private static Optional<Trace> trace(String reference) {
        try {
            var request = HttpRequest.newBuilder(URI.create(served.management() + "/traces/" + reference))
                    .header("Accept", "application/json")
                    .build();
            var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            var trace = Json.parseObject(answer.body(), Json.INBOUND_DEPTH).value("trace");
            return Optional.of(TraceJson.parse(Claims.of((Map<?, ?>) trace).toJson()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (InvalidTraceException e) {
            return Optional.empty();
        }
    }
}
