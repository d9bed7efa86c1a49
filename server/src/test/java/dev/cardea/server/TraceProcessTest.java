package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.hooks.Receiver;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Json;
import dev.cardea.server.tracing.ExportedSpan;
import dev.cardea.server.tracing.OtlpSink;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Network;
import dev.cardea.testing.Person;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The traces of a process behind a proxy, as a collector, the application, the provider and the mail server see them. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
@Tag("process")
class TraceProcessTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String CLIENT_SECRET = "client-secret-7f3a91-7f3a91";
    private static final String ISSUER = "http://provider.test";
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN_OF_PROXY = "00f067aa0ba902b7";
    private static final String TRACEPARENT = "00-" + TRACE + "-" + SPAN_OF_PROXY + "-01";

    /** As in the guide. It passes the header traceparent on, because it does not know it. */
    private static final String NGINX = """
              server {
                listen 127.0.0.1:%1$d;
                location / {
                  proxy_pass http://127.0.0.1:%2$d;
                  proxy_http_version 1.1;
                  proxy_set_header Connection "";
                  proxy_set_header Host $http_host;
                  proxy_set_header X-Forwarded-For 203.0.113.9;
                  proxy_set_header X-Forwarded-Proto $scheme;
                }
              }
            """;

    @TempDir
    Path folder;

    private final IdentityProvider provider =
            IdentityProvider.at(ISSUER).person(Person.of("ada-1815", "Ada Lovelace", "ada.planted@example.com"));
    private Receiver application;
    private OtlpSink collector;
    private SmtpSink mails;
    private LocalServer outboundProxy;
    private LocalServer front;
    /** The address that visitors use. */
    private String site = "";

    private volatile String served = "";

    /** What a test sent, besides what {@link #planted()} knows. */
    private final List<String> sent = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws IOException {
        application = new Receiver();
        collector = new OtlpSink();
        mails = new SmtpSink();
        // A request to a proxy names the whole address.
        outboundProxy = LocalServer.start(0, request -> provider.handle(toProvider(request)));
        front = LocalServer.start(0, request -> Network.INSTANCE.handle(toServer(request)));
        siteAt(front.url());
    }

    private void siteAt(String url) {
        site = url;
        provider.client(Client.of("web", CLIENT_SECRET).redirectUri(site + "/auth/callback/acme"));
    }

    @AfterEach
    void stop() {
        front.close();
        outboundProxy.close();
        mails.close();
        collector.close();
        application.close();
    }

    private static Request toProvider(Request request) {
        var target = URI.create(request.target());
        var path = target.getRawPath() + (target.getRawQuery() == null ? "" : "?" + target.getRawQuery());
        return Request.of(request.method(), "http", path, request.headers(), request.body(), "127.0.0.1");
    }

    private Request toServer(Request request) {
        var headers = request.headers()
                .without("connection")
                .set("host", URI.create(served).getAuthority())
                .set("traceparent", TRACEPARENT)
                .set("x-forwarded-for", "203.0.113.9");
        return Request.of(request.method(), "http", request.target(), headers, request.body(), null);
    }

    private String config(String more) {
        return """
                secret: %s
                port: 0
                url: %s
                trustedProxies: [127.0.0.0/8]
                danger: { allowHttpIssuers: true }
                store: "jdbc:h2:mem:traces"
                migrate: true
                log: { format: json, access: all }
                outbound: { proxy: 'http://127.0.0.1:%d' }
                hooks: { url: '%s', callbacks: [signIn, jwt], events: [signIn, createUser] }
                providers:
                  - { id: acme, type: oidc, issuer: '%s', clientId: web, clientSecret: %s }
                  - { id: mail, type: email, server: 'smtp://127.0.0.1:%d', from: site@example.com }
                """.formatted(SECRET, site, outboundProxy.port(), application.url(), ISSUER, CLIENT_SECRET, mails.port())
                + more;
    }

    private Map<String, String> variables() {
        return exportsEvery("50");
    }

    private Map<String, String> exportsEvery(String millis) {
        return Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url(), "OTEL_BSP_SCHEDULE_DELAY", millis);
    }

    /**
     * The visitor's browser, which reaches the site through the proxy in front, and the provider by its name. What stands
     * before the proxy began the trace.
     */
    private HttpHandler web() {
        return request -> request.url().startsWith(ISSUER)
                ? provider.handle(request)
                : Network.INSTANCE.handle(request.header("traceparent", TRACEPARENT));
    }

    private void signInAndAskForLink() {
        var browser = Browser.of(web());
        var page = browser.open(site + "/auth/signin").press("Sign in with acme");
        assertThat(page.url()).isEqualTo(site + "/");
        var session = browser.open(site + "/auth/session");
        assertThat(session.text()).contains("ada.planted@example.com");
        var another = Browser.of(web());
        var csrf = Json.parseObject(another.open(site + "/auth/csrf").text(), 3);
        another.post(
                site + "/auth/signin/mail",
                Map.of("csrfToken", csrf.text("csrfToken"), "email", "bob.planted@example.com"));
    }

    @Test
    void one_sign_in_is_one_trace_with_spans_of_all_kinds() throws Exception {
        theTraceIsWhole(exported(config("")));
    }

    @Test
    @Tag("nightly")
    @Tag("part")
    void one_sign_in_behind_nginx_is_one_trace_with_spans_of_all_kinds() throws Exception {
        int[] ports = FreePorts.some(2);
        siteAt("http://127.0.0.1:" + ports[0]);
        try (var process =
                        ServedProcess.start(folder, config("").replace("port: 0", "port: " + ports[1]), variables());
                var nginx = Nginx.start(folder, ports[0], NGINX.formatted(ports[0], ports[1]))) {
            assertThat(process.site()).endsWith(":" + ports[1]);
            signInAndAskForLink();
            awaitSpans(1);
            process.terminate();
            assertThat(process.end()).isZero();
            theTraceIsWhole(process.errors());
        }
    }

    private void theTraceIsWhole(List<String> lines) {
        assertThat(collector.spans).isNotEmpty().allMatch(span -> span.traceId().equals(TRACE));
        var names = collector.spans.stream().map(ExportedSpan::name).collect(Collectors.toSet());
        assertThat(names)
                .contains("POST signin", "GET callback", "GET session", "sign-in start", "sign-in end")
                .contains("provider discovery", "provider token", "provider jwks")
                .contains("store createUser", "store linkAccount", "store getUserByAccount")
                .contains("hook callbacks/signIn", "hook events/signIn", "hook events/createUser", "mail");
        parentsAreRight();
        assertThat(collector.named("GET callback").get(0).attributes())
                .containsEntry("cardea.action", "callback")
                .containsEntry("cardea.provider", "acme")
                .containsEntry("cardea.outcome", "redirect")
                .containsEntry("http.response.status_code", 302L)
                .containsKey("cardea.flow");
        assertThat(collector.named("sign-in end").get(0).events())
                .extracting(ExportedSpan.Moment::name)
                .contains("check read", "return", "id token rule", "account");
        theApplicationJoins();
        othersSeeNoTrace();
        nothingIsPlanted(collector.bodies);
        theLogNamesTheTrace(lines);
    }

    private List<String> exported(String config) throws Exception {
        return runs(config, variables(), () -> awaitSpans(1));
    }

    /** @param beforeEnd runs after the last request */
    private List<String> runs(String config, Map<String, String> variables, Runnable beforeEnd) throws Exception {
        try (var process = ServedProcess.start(folder, config, variables)) {
            served = process.site();
            signInAndAskForLink();
            beforeEnd.run();
            process.terminate();
            assertThat(process.end()).isZero();
            return process.errors();
        }
    }

    /**
     * A server that ends waits two seconds for the collector, which is short on a busy machine.
     *
     * @param sessions how often one was read
     */
    private void awaitSpans(int sessions) {
        Eventually.passes(() -> {
            assertThat(collector.named("GET session")).hasSizeGreaterThanOrEqualTo(sessions);
            assertThat(collector.named("POST signin")).hasSizeGreaterThanOrEqualTo(2);
            assertThat(collector.named("hook events/signIn")).isNotEmpty();
            assertThat(collector.named("hook events/createUser")).isNotEmpty();
        });
    }

    @Test
    @Tag("nightly")
    void the_end_exports_what_was_not_exported_before() throws Exception {
        theTraceIsWhole(runs(config(""), exportsEvery("600000"), () -> {}));
    }

    @Test
    void no_value_that_a_request_brings_is_exported() throws Exception {
        var credentials = "  - { id: credentials, databaseSessions: true, credentials:"
                + " { username: { label: Name }, password: { label: Password, type: password } } }\n";
        try (var process = ServedProcess.start(
                folder, config(credentials).replace("[signIn, jwt]", "[signIn, jwt, authorize]"), variables())) {
            served = process.site();
            signInAndAskForLink();
            openLink();
            failToSignIn();
            var header = plant("traceparent");
            process.get(served + "/auth/session", "traceparent", "00-" + header, "tracestate", "v=" + header);
            awaitSpans(2);
            process.terminate();
            assertThat(process.end()).isZero();
        }
        assertThat(collector.spans)
                .anyMatch(span -> "mail".equals(span.attributes().get("cardea.provider"))
                        && span.name().equals("GET callback"))
                .anyMatch(span -> "credentials".equals(span.attributes().get("cardea.provider")))
                .anyMatch(span -> span.attributes().containsKey("cardea.reference"));
        nothingIsPlanted(collector.bodies);
    }

    /** The link of the mail, whose long lines were folded. */
    private void openLink() {
        var mail = mails.received().replace("=\n", "").replace("=3D", "=");
        var link = Pattern.compile("http\\S+/callback/mail\\?[^\\s\"<]+").matcher(mail);
        assertThat(link.find()).as("a link in " + mail).isTrue();
        var url = link.group().replace("&amp;", "&");
        for (var pair : URI.create(url).getRawQuery().split("&")) {
            if (pair.startsWith("token=")) sent.add(pair.substring("token=".length()));
        }
        assertThat(sent).isNotEmpty();
        Browser.of(plantedWeb()).open(url);
    }

    private void failToSignIn() {
        var browser = Browser.of(plantedWeb());
        browser.setCookie(site + "/", "authjs.state=" + plant("cookie") + "; Path=/");
        browser.open(site + "/auth/callback/acme?code=" + plant("code") + "&state=" + plant("state"));
        browser.open(site + "/auth/callback/acme?error=" + plant("error") + "&state=" + plant("state"));
        browser.open(
                site + "/auth/callback/mail?token=" + plant("token") + "&email=" + plant("mail") + "%40example.com");
        browser.open(site + "/auth/" + plant("action") + "/" + plant("provider"));
        browser.open(site + "/auth/signin/" + plant("provider"));
        browser.open(site + "/auth/signin?callbackUrl=%2F" + plant("page"));
        var csrf = Json.parseObject(browser.open(site + "/auth/csrf").text(), 3).text("csrfToken");
        sent.add(csrf);
        browser.post(
                site + "/auth/callback/credentials",
                Map.of("csrfToken", csrf, "username", plant("username"), "password", plant("password")));
    }

    /** The visitor's headers are planted, too. */
    private HttpHandler plantedWeb() {
        var web = web();
        return request -> web.handle(request.header("user-agent", plant("agent"))
                .header("referer", "http://127.0.0.1/" + plant("referer"))
                .header("authorization", "Bearer " + plant("bearer"))
                .header("x-request-id", plant("request"))
                .header("tracestate", "vendor=" + plant("tracestate"))
                .header("baggage", "user=" + plant("baggage")));
    }

    private String plant(String kind) {
        var value = "planted-" + kind + "-e07b4c19";
        sent.add(value);
        return value;
    }

    /** Each span lies in its parent, in time too. */
    private void parentsAreRight() {
        var byId = collector.spans.stream().collect(Collectors.toMap(ExportedSpan::spanId, span -> span));
        for (var span : collector.spans) {
            if (span.kind() == 2) {
                assertThat(span.parentId()).isEqualTo(SPAN_OF_PROXY);
                continue;
            }
            var parent = byId.get(span.parentId());
            assertThat(parent).as(span.name()).isNotNull();
            assertThat(span.start()).as(span.name()).isGreaterThanOrEqualTo(parent.start());
            if (!span.name().startsWith("hook events/")) {
                assertThat(span.end()).as(span.name()).isLessThanOrEqualTo(parent.end());
            }
        }
        for (var call : List.of("provider token", "store createUser", "hook callbacks/signIn")) {
            var parent = byId.get(collector.named(call).get(0).parentId());
            assertThat(parent.name()).as(call).isEqualTo("sign-in end");
        }
        assertThat(byId.get(collector.named("mail").get(0).parentId()).name()).isEqualTo("sign-in start");
    }

    /** The application's spans are below those of the calls to it. */
    private void theApplicationJoins() {
        for (var name : Set.of("callbacks/signIn", "events/signIn", "events/createUser")) {
            var told = application.calls.stream()
                    .filter(call -> call.name().equals(name))
                    .map(call -> call.headers().getFirst("traceparent"))
                    .toList();
            var spans = collector.named("hook " + name).stream()
                    .map(span -> "00-" + TRACE + "-" + span.spanId() + "-01")
                    .toList();
            assertThat(told).as(name).isNotEmpty().containsExactlyInAnyOrderElementsOf(spans);
        }
    }

    private void othersSeeNoTrace() {
        assertThat(provider.calls("/token")).isEqualTo(1);
        assertThat(provider.requests()).allSatisfy(request -> {
            assertThat(request.headers().names()).noneMatch(name -> name.equalsIgnoreCase("traceparent"));
            assertThat(request.headers().names()).noneMatch(name -> name.equalsIgnoreCase("tracestate"));
            assertThat(request.url() + request.text()).doesNotContain(TRACE);
        });
        assertThat(mails.received()).contains("bob.planted@example.com").doesNotContainIgnoringCase("traceparent");
        assertThat(mails.received()).doesNotContain(TRACE);
    }

    private void nothingIsPlanted(List<String> places) {
        var all = String.join("\n", places);
        assertThat(planted()).hasSizeGreaterThan(10).allSatisfy(value -> {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            assertThat(all)
                    .doesNotContain(value)
                    .doesNotContain(URLEncoder.encode(value, StandardCharsets.UTF_8))
                    .doesNotContain(Base64.getEncoder().withoutPadding().encodeToString(bytes))
                    .doesNotContain(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes))
                    .doesNotContainIgnoringCase(HexFormat.of().formatHex(bytes));
        });
    }

    /** What is secret or personal, and what the provider was sent. */
    private List<String> planted() {
        var all = new ArrayList<>(List.of(
                SECRET,
                CLIENT_SECRET,
                "Ada Lovelace",
                "ada-1815",
                "ada.planted@example.com",
                "bob.planted@example.com",
                "203.0.113"));
        all.addAll(sent);
        for (var request : provider.requests()) {
            var sent = WebUrl.parse(request.url()).map(WebUrl::query).orElse("");
            for (var text : List.of(sent == null ? "" : sent, request.text())) {
                for (var pair : text.split("&")) {
                    var value = pair.replaceAll("^[^=]*=?", "");
                    if (value.length() >= 16)
                        all.add(Form.decodeComponent(value).orElse(value));
                }
            }
        }
        return all.stream()
                .filter(value -> !value.startsWith("http"))
                .distinct()
                .toList();
    }

    private void theLogNamesTheTrace(List<String> lines) {
        var requests = collector.spans.stream()
                .filter(span -> span.kind() == 2)
                .map(ExportedSpan::spanId)
                .collect(Collectors.toSet());
        var access = lines.stream()
                .filter(line -> line.contains("\"dev.cardea.access\"") && line.contains("\"path\":\"/auth/"))
                .map(line -> Json.parseObject(line, 8).asMap())
                .toList();
        assertThat(access).isNotEmpty().allSatisfy(entry -> {
            assertThat(entry).containsEntry("trace_id", TRACE);
            assertThat(requests).contains(String.valueOf(entry.get("span_id")));
        });
    }

    @Test
    void the_trace_of_a_visitor_does_not_count() throws Exception {
        exported(config("").replace("trustedProxies: [127.0.0.0/8]\n", ""));
        assertThat(collector.spans)
                .isNotEmpty()
                .noneMatch(span -> span.traceId().equals(TRACE));
        assertThat(collector.bodies).noneMatch(body -> body.contains(SPAN_OF_PROXY));
        assertThat(collector.named("GET callback"))
                .allMatch(span -> span.parentId().isEmpty());
        assertThat(application.calls)
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.headers().getFirst("traceparent"))
                        .startsWith("00-")
                        .doesNotContain(TRACE));
    }

    @Test
    void without_a_collector_no_class_of_the_sdk_is_loaded_and_the_application_gets_the_trace_of_the_proxy()
            throws Exception {
        var classes = folder.resolve("classes.txt");
        var lines = runs(config(""), Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load=info:file=" + classes), () -> {});
        assertThat(Files.readAllLines(classes))
                .anyMatch(line -> line.contains("dev.cardea.server.tracing.Tracer "))
                .noneMatch(line -> line.contains("io.opentelemetry."))
                .noneMatch(line -> line.contains("dev.cardea.server.tracing.Otlp"))
                .noneMatch(line -> line.contains("dev.cardea.server.tracing.Step"));
        assertThat(application.calls)
                .isNotEmpty()
                .allSatisfy(
                        call -> assertThat(call.headers().get("traceparent")).containsExactly(TRACEPARENT));
        othersSeeNoTrace();
        assertThat(lines)
                .anyMatch(line -> line.contains("\"trace_id\":\"" + TRACE + "\""))
                .noneMatch(line -> line.contains("span_id"));
    }

    @Test
    void a_collector_that_is_down_is_reported_once_and_fails_no_request() throws Exception {
        endWithoutCollector();
    }

    @Test
    @Tag("nightly")
    void a_collector_that_is_down_does_not_delay_the_end() throws Exception {
        assertThat(endWithoutCollector()).isLessThan(Duration.ofSeconds(10));
    }

    /** Returns how long the process took from the signal to its end. */
    private Duration endWithoutCollector() throws Exception {
        var variables = Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1", "OTEL_BSP_SCHEDULE_DELAY", "50");
        try (var process = ServedProcess.start(folder, config(""), variables)) {
            served = process.site();
            process.awaitError("traces are exported to http://127.0.0.1:1");
            for (int i = 0; i < 50; i++) signedOut(process);
            process.awaitError("spans weren't exported: the collector at http://127.0.0.1:1 couldn't be reached");
            for (int i = 0; i < 50; i++) signedOut(process);
            long begin = System.nanoTime();
            process.terminate();
            assertThat(process.end()).isZero();
            var took = Duration.ofNanos(System.nanoTime() - begin);
            assertThat(process.errors().stream().filter(line -> line.contains("not exported")))
                    .hasSizeLessThan(3);
            assertThat(process.errors()).noneMatch(line -> line.contains("io.opentelemetry"));
            return took;
        }
    }

    private void signedOut(ServedProcess process) throws Exception {
        assertThat(process.get(served + "/auth/session").body()).isEqualTo("null");
    }

    @Test
    void a_variable_that_cannot_be_used_ends_the_start_and_is_named() throws Exception {
        var variables = Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url(), "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
        try (var process = ServedProcess.start(folder, config(""), variables)) {
            assertThat(process.end()).isEqualTo(2);
            process.awaitError("the variable OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf");
        }
    }
}
