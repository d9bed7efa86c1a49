package dev.cardea.micrometer.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Spans in the library, by a real tracer of OpenTelemetry. */
class CardeaSpansTest {
    private static final String SITE = "https://app.example/auth/";
    private static final Pattern CSRF_TOKEN = Pattern.compile("\"csrfToken\":\"([^\"]+)\"");

    private final EndedSpans ended = new EndedSpans();
    private final Tracer tracer = ended.tracer(Sampler.alwaysOn());

    @Test
    void a_sign_in_is_below_the_span_of_the_framework_in_one_trace() {
        var auth = Auth.of(config(tracer));
        inSpan("http post", () -> askForLink(auth));

        var framework = ended.named("http post");
        var request = ended.named("POST signin");
        var signIn = ended.named("sign-in start");
        assertThat(request.getParentSpanId()).isEqualTo(framework.getSpanId());
        assertThat(signIn.getParentSpanId()).isEqualTo(request.getSpanId());
        for (var call : List.of(ended.named("store createVerificationToken"), ended.named("mail"))) {
            assertThat(call.getParentSpanId()).as(call.getName()).isEqualTo(signIn.getSpanId());
            assertThat(call.getKind()).isEqualTo(SpanKind.CLIENT);
            assertThat(call.getEndEpochNanos()).isGreaterThanOrEqualTo(call.getStartEpochNanos());
        }
        assertThat(ended.all()).extracting(SpanData::getTraceId).containsOnly(framework.getTraceId());
        assertThat(request.getAttributes().asMap())
                .containsEntry(AttributeKey.stringKey("cardea.action"), "signin")
                .containsEntry(AttributeKey.stringKey("cardea.provider"), "mail")
                .containsEntry(AttributeKey.longKey("http.response.status_code"), 302L);
    }

    @Test
    void no_span_has_the_address_of_the_user() {
        var auth = Auth.of(config(tracer));
        askForLink(auth);
        assertThat(ended.named("mail")).isNotNull();
        assertThat(ended.all().toString()).doesNotContain("ada@", "personal.example");
    }

    @Test
    void a_failed_sign_in_is_an_error_with_its_reference_and_its_events() {
        var auth = Auth.of(config(tracer));
        auth.handle(Request.get(SITE + "callback/acme?code=c&state=s"));
        var request = ended.named("GET callback");
        var signIn = ended.named("sign-in end");
        assertThat(request.getParentSpanContext().isValid())
                .as("begins a trace")
                .isFalse();
        assertThat(request.getAttributes().get(AttributeKey.stringKey("cardea.reference")))
                .matches("[0-9a-f]{16}");
        assertThat(signIn.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(signIn.getAttributes().get(AttributeKey.stringKey("error.type")))
                .isEqualTo("InvalidCheck");
        assertThat(signIn.getEvents())
                .anySatisfy(event -> assertThat(event.getName()).startsWith("check read cardea.check="));
    }

    @Test
    void a_call_for_a_page_of_the_application_is_below_its_span_and_nothing_without_one() {
        var auth = Auth.of(config(tracer));
        var visit = Request.get("https://app.example/").header("cookie", "__Secure-authjs.session-token=unknown");
        auth.session(visit);
        assertThat(ended.all()).isEmpty();
        inSpan("http get", () -> auth.session(visit));
        var store = ended.named("store getSessionAndUser");
        assertThat(store.getParentSpanId()).isEqualTo(ended.named("http get").getSpanId());
        assertThat(ended.all()).hasSize(2);
    }

    @Test
    void spans_that_are_added_twice_are_made_once() {
        var auth = Auth.of(config(tracer));
        auth.addObserver(CardeaSpans.of(tracer));
        auth.handle(Request.get(SITE + "providers"));
        assertThat(ended.all()).extracting(SpanData::getName).containsExactly("GET providers");
    }

    @Test
    void a_tracer_that_records_nothing_changes_no_answer() {
        for (var silent : List.of(Tracer.NOOP, ended.tracer(Sampler.alwaysOff()))) {
            var auth = Auth.of(config(silent));
            assertThat(auth.handle(Request.get(SITE + "providers")).status()).isEqualTo(200);
            assertThat(askForLink(auth).status()).isEqualTo(302);
        }
        assertThat(ended.all()).isEmpty();
    }

    private void inSpan(String name, Runnable work) {
        var span = tracer.spanBuilder().name(name).start();
        try (var scope = tracer.withSpan(span)) {
            work.run();
        } finally {
            span.end();
        }
    }

    private static Response askForLink(Auth auth) {
        var csrf = auth.handle(Request.get(SITE + "csrf"));
        var token = CSRF_TOKEN.matcher(csrf.text());
        assertThat(token.find()).isTrue();
        var cookies = csrf.headers().all("set-cookie").stream()
                .map(line -> line.substring(0, line.indexOf(';')))
                .collect(Collectors.joining("; "));
        var form = "email=ada%40personal.example&csrfToken=" + token.group(1);
        return auth.handle(Request.post(SITE + "signin/mail", "application/x-www-form-urlencoded", form)
                .header("cookie", cookies));
    }

    private static AuthConfig.Builder config(Tracer tracer) {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .url("https://app.example")
                .adapter(new InMemoryAdapter())
                .rateLimits(RateLimits.OFF)
                .http(request -> Response.of(500))
                .logger(new SilentLogger())
                .observer(CardeaSpans.of(tracer))
                .provider(oauth(), EmailProvider.of("mail", request -> {}));
    }

    private static OAuthProvider oauth() {
        return OAuthProvider.oauth("acme", "Acme")
                .authorization("https://id.example/authorize")
                .token("https://id.example/token")
                .userinfo("https://id.example/userinfo")
                .clientId("client")
                .clientSecret("secret");
    }

    private static final class SilentLogger implements AuthLogger {
        @Override
        public void error(AuthException error) {}

        @Override
        public void warn(String code) {}
    }
}
