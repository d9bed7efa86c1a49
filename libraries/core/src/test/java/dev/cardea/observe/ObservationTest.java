package dev.cardea.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import java.net.URLDecoder;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The steps of whole sign-ins, as observers receive them. */
class ObservationTest {
    private static final String SITE = "https://app.example";
    private static final List<String> SECRETS = List.of(
            "planted-client-secret",
            "planted-code",
            "planted-access-token",
            "planted-password",
            "ann@planted.example",
            "planted-name",
            "planted-query",
            "5f0c2e9b71d84a36b8e1f7c09d2a4e63");

    private final List<ObservedStep> observed = new CopyOnWriteArrayList<>();
    private final List<AuthException> logged = new ArrayList<>();
    private final Map<String, String> jar = new LinkedHashMap<>();
    private final AtomicReference<String> link = new AtomicReference<>();
    private final String provided = "{\"id\":\"7\",\"name\":\"planted-name\",\"email\":\"ann@planted.example\"}";

    private record ObservedStep(StepContext at, Step step) {}

    @Test
    void a_sign_in_with_a_provider_is_one_flow_from_its_start_to_its_session() {
        var auth = Auth.of(config());
        signInWithProvider(auth);
        assertThat(names())
                .containsSubsequence(
                        "RequestStart",
                        "OriginDecision",
                        "BrowserFacts",
                        "SignInStart",
                        "CheckSet",
                        "Redirect",
                        "RequestEnd",
                        "RequestStart",
                        "Return",
                        "CheckRead",
                        "ProviderCallStart",
                        "ProviderCall",
                        "CallbackCall",
                        "StoreCall",
                        "LinkDecision",
                        "SessionIssue",
                        "SignInEnd",
                        "Answer",
                        "RequestEnd");
        var flows = observed.stream()
                .filter(it -> it.step instanceof Step.CheckSet || it.step instanceof Step.SignInEnd)
                .map(it -> it.at.flow())
                .distinct();
        assertThat(flows).hasSize(1).doesNotContainNull();
        var end = only(Step.SignInEnd.class);
        assertThat(end.provider().label()).isEqualTo("acme");
        assertThat(end.result()).isEqualTo(Step.SignInEnd.Result.SUCCESS);
        assertThat(end.isNewUser()).isTrue();
        assertThat(only(Step.LinkDecision.class).decision()).isEqualTo(Step.LinkDecision.Decision.CREATE);
        assertThat(only(Step.Redirect.class).host()).hasToString("id.example");
        assertThat(only(Step.Return.class).parameters()).contains(Step.Parameter.CODE, Step.Parameter.STATE);
        var calls = all(Step.ProviderCall.class);
        assertThat(calls)
                .extracting(Step.ProviderCall::endpoint)
                .containsExactly(Step.Endpoint.TOKEN, Step.Endpoint.USERINFO);
        assertThat(calls.get(0).shape()).hasToString("access_token:text, token_type:text");
    }

    @Test
    void no_planted_value_is_in_any_step() {
        var auth = Auth.of(config());
        signInWithProvider(auth);
        signInByMail(auth);
        post(auth, "/auth/callback/password", Map.of("user", "ann@planted.example", "password", "planted-password"));
        get(auth, "/auth/callback/planted-name?code=planted-code");
        get(auth, "/auth/error?error=planted-query");
        get(auth, "/planted-name");
        assertThat(observed).hasSizeGreaterThan(80);
        var printed = observed.toString();
        for (var secret : SECRETS) assertThat(printed).doesNotContain(secret);
        assertThat(printed)
                .doesNotContain(jar.values().stream()
                        .filter(value -> value.length() > 20)
                        .toList());
    }

    @Test
    void a_lost_check_cookie_is_named() {
        var auth = Auth.of(config());
        get(auth, "/auth/callback/acme?code=planted-code&state=x");
        var read = only(Step.CheckRead.class);
        assertThat(read.result()).isEqualTo(Step.CheckRead.Result.ABSENT);
        var end = only(Step.SignInEnd.class);
        assertThat(end.error()).isEqualTo(ErrorType.INVALID_CHECK);
        var request = only(Step.RequestEnd.class);
        assertThat(request.outcome()).isEqualTo(Step.RequestEnd.Outcome.REJECTED);
        assertThat(request.error()).isEqualTo(ErrorType.INVALID_CHECK);
        var last = observed.get(observed.size() - 1);
        assertThat(last.at.errorId()).isEqualTo(logged.get(0).errorId());
    }

    @Test
    void another_state_than_the_one_that_was_sent_is_named() {
        var auth = Auth.of(config());
        begin(auth);
        observed.clear();
        get(auth, "/auth/callback/acme?code=planted-code&state=planted-name");
        assertThat(all(Step.CheckRead.class))
                .extracting(Step.CheckRead::result)
                .contains(Step.CheckRead.Result.DIFFERENT);
    }

    @Test
    void a_mail_and_its_link_are_one_flow() {
        var auth = Auth.of(config());
        signInByMail(auth);
        var sent = observed.stream()
                .filter(it -> it.step instanceof Step.MailCall)
                .findFirst()
                .orElseThrow();
        var end = observed.stream()
                .filter(it -> it.step instanceof Step.SignInEnd)
                .findFirst()
                .orElseThrow();
        assertThat(sent.at.flow()).isNotNull().isEqualTo(end.at.flow());
        assertThat(sent.at.request()).isNotEqualTo(end.at.request());
        assertThat(only(Step.LinkRead.class).result()).isEqualTo(Step.LinkRead.Result.OK);
        get(auth, link.get());
        assertThat(all(Step.LinkRead.class).get(1).result()).isEqualTo(Step.LinkRead.Result.UNKNOWN);
    }

    @Test
    void a_read_of_a_session_says_what_was_read_and_with_which_secret() {
        var auth = Auth.of(config());
        post(auth, "/auth/callback/password", Map.of("user", "ann", "password", "planted-password"));
        observed.clear();
        get(auth, "/auth/session");
        assertThat(only(Step.SessionRead.class))
                .isEqualTo(new Step.SessionRead(Step.Strategy.JWT, Step.SessionRead.Result.VALID));
        assertThat(all(Step.SecretUse.class))
                .contains(new Step.SecretUse(Step.SecretUse.Purpose.SESSION, Step.SecretUse.Position.NEWEST));
        var rotated = Auth.of(config().secret("c41d7e0a93b65f288e1fd07a24b9c635", SECRETS.get(7)));
        observed.clear();
        get(rotated, "/auth/session");
        assertThat(all(Step.SecretUse.class))
                .contains(new Step.SecretUse(Step.SecretUse.Purpose.SESSION, Step.SecretUse.Position.OLDER));
        observed.clear();
        var visitor = rotated.visitor(request("GET", "/page"));
        assertThat(visitor.session()).isPresent();
        assertThat(names()).contains("SessionRead").doesNotContain("RequestStart");
        observed.clear();
        jar.replaceAll((name, value) -> name.contains("session-token") ? "broken" : value);
        get(rotated, "/auth/session");
        assertThat(only(Step.SessionRead.class).result()).isEqualTo(Step.SessionRead.Result.INVALID);
    }

    @Test
    void a_session_and_a_sign_in_that_were_valid_once_are_read_as_expired() {
        var auth = Auth.of(config());
        begin(auth);
        post(auth, "/auth/callback/password", Map.of("user", "ann", "password", "planted-password"));
        observed.clear();
        var later = Auth.of(config().clock(Clock.offset(Clock.systemUTC(), Duration.ofDays(31))));
        get(later, "/auth/callback/acme?code=planted-code&state=any");
        assertThat(all(Step.CheckRead.class))
                .extracting(Step.CheckRead::result)
                .isNotEmpty()
                .containsOnly(Step.CheckRead.Result.EXPIRED);
        observed.clear();
        get(later, "/auth/session");
        assertThat(only(Step.SessionRead.class).result()).isEqualTo(Step.SessionRead.Result.EXPIRED);
    }

    @Test
    void a_post_says_with_which_secret_its_token_was_made() {
        post(Auth.of(config()), "/auth/signout", Map.of());
        assertThat(all(Step.SecretUse.class))
                .contains(new Step.SecretUse(Step.SecretUse.Purpose.CSRF, Step.SecretUse.Position.NEWEST));
        observed.clear();
        post(Auth.of(config().secret("c41d7e0a93b65f288e1fd07a24b9c635", SECRETS.get(7))), "/auth/signout", Map.of());
        assertThat(all(Step.SecretUse.class))
                .contains(new Step.SecretUse(Step.SecretUse.Purpose.CSRF, Step.SecretUse.Position.OLDER));
    }

    @Test
    void the_answer_to_a_sign_in_says_whether_a_new_user_sees_the_page_for_new_users() {
        var auth = Auth.of(config().pages(PagesOptions.NONE.newUser("/welcome")));
        signInWithProvider(auth);
        assertThat(only(Step.Answer.class).page()).isEqualTo(Step.Answer.Page.NEW_USER);
        observed.clear();
        jar.clear();
        signInWithProvider(auth);
        assertThat(only(Step.Answer.class).page()).isEqualTo(Step.Answer.Page.CALLBACK_URL);
    }

    @Test
    void an_unknown_provider_is_not_named() {
        get(Auth.of(config()), "/auth/callback/planted-name");
        assertThat(only(Step.RequestStart.class).provider()).isSameAs(ProviderId.UNKNOWN);
        assertThat(only(Step.SignInEnd.class).provider()).isSameAs(ProviderId.UNKNOWN);
    }

    @Test
    void a_callback_that_denies_is_a_step() {
        var auth = Auth.of(config().callbacks(Callbacks.DEFAULT.signIn(params -> Decision.deny())));
        post(auth, "/auth/callback/password", Map.of("user", "ann", "password", "planted-password"));
        assertThat(all(Step.CallbackCall.class))
                .extracting(call -> call.callback() + " " + call.result())
                .containsExactly("AUTHORIZE OK", "SIGN_IN DENIED");
    }

    @Test
    void an_observer_that_throws_is_logged_once_and_harms_no_request() {
        var auth = Auth.of(config().observer((at, step) -> {
            throw new IllegalStateException("an observer of the application");
        }));
        signInWithProvider(auth);
        assertThat(only(Step.SignInEnd.class).result()).isEqualTo(Step.SignInEnd.Result.SUCCESS);
        assertThat(logged).hasSize(1);
        assertThat(logged.get(0).getCause()).hasMessage("an observer of the application");
    }

    @Test
    void a_request_carries_the_id_that_the_framework_gave_it() {
        var auth = Auth.of(
                config().requestIds(request -> request.header("x-request-id").orElse(null)));
        auth.handle(request("GET", "/auth/session").header("x-request-id", "req-1"));
        assertThat(observed).extracting(it -> it.at.requestId()).containsOnly("req-1");
        observed.clear();
        auth.handle(request("GET", "/auth/session").header("x-request-id", "a text with spaces"));
        assertThat(observed).extracting(it -> it.at.requestId()).containsOnlyNulls();
    }

    @Test
    void debug_logs_each_step_as_a_line_without_secrets() {
        List<String> lines = new ArrayList<>();
        var auth = Auth.of(config().debug(true).logger(new AuthLogger() {
            @Override
            public void error(AuthException error) {}

            @Override
            public void warn(String code) {}

            @Override
            public void debug(String message, Map<String, String> metadata) {
                lines.add(message + " " + metadata);
            }
        }));
        signInWithProvider(auth);
        assertThat(lines).hasSameSizeAs(observed);
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("SignInStart[provider=acme] {request="));
        for (var secret : SECRETS) assertThat(lines.toString()).doesNotContain(secret);
    }

    @Test
    void the_origin_of_a_request_is_recorded_with_its_host_and_whether_it_is_trusted() {
        get(Auth.of(config()), "/auth/session");
        assertThat(only(Step.OriginDecision.class))
                .isEqualTo(new Step.OriginDecision(HostName.of("app.example"), true, true, false));
        observed.clear();
        var unknown = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret(SECRETS.get(7))
                .observer((at, step) -> observed.add(new ObservedStep(at, step)));
        Auth.of(unknown).handle(Request.of("GET", "http://other.example:8080/auth/session"));
        assertThat(only(Step.OriginDecision.class))
                .isEqualTo(new Step.OriginDecision(HostName.of("other.example:8080"), false, false, false));
    }

    @Test
    void without_observers_nothing_is_observed() {
        var plain = Auth.of(base());
        assertThat(begin(plain)).contains("id.example");
        assertThat(observed).isEmpty();
        assertThat(Observation.current()).isSameAs(Observation.NONE);
    }

    private void signInWithProvider(Auth auth) {
        var url = begin(auth);
        var state = URLDecoder.decode(url.replaceAll(".*[?&]state=([^&]*).*", "$1"), UTF_8);
        get(auth, "/auth/callback/acme?" + Form.encode(Map.of("code", "planted-code", "state", state)));
    }

    private String begin(Auth auth) {
        return post(auth, "/auth/signin/acme", Map.of()).header("location").orElseThrow();
    }

    private void signInByMail(Auth auth) {
        post(auth, "/auth/signin/mail", Map.of("email", "ann@planted.example"));
        get(auth, link.get());
    }

    private Response post(Auth auth, String target, Map<String, String> fields) {
        var csrf = auth.handle(request("GET", "/auth/csrf"));
        keep(csrf);
        var token = String.valueOf(Json.parseObject(csrf.text(), 4).text("csrfToken"));
        var all = new LinkedHashMap<>(fields);
        all.put("csrfToken", token);
        var answer = auth.handle(request("POST", target)
                .header("content-type", "application/x-www-form-urlencoded")
                .header("origin", SITE)
                .body(Form.encode(all)));
        keep(answer);
        return answer;
    }

    private Response get(Auth auth, String target) {
        var answer = auth.handle(request("GET", target.replace(SITE, "")));
        keep(answer);
        return answer;
    }

    private Request request(String method, String target) {
        var cookies = jar.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .toList();
        var request = Request.of(method, SITE + target).header("user-agent", "planted-name Firefox/145.0");
        return cookies.isEmpty() ? request : request.header("cookie", String.join("; ", cookies));
    }

    private void keep(Response answer) {
        for (var line : answer.headers().all("set-cookie")) {
            var pair = line.substring(0, line.contains(";") ? line.indexOf(';') : line.length());
            var name = pair.substring(0, pair.indexOf('='));
            if (pair.endsWith("=")) jar.remove(name);
            else jar.put(name, pair.substring(name.length() + 1));
        }
    }

    private List<String> names() {
        return observed.stream().map(it -> it.step.getClass().getSimpleName()).toList();
    }

    private <S extends Step> List<S> all(Class<S> type) {
        return observed.stream()
                .map(ObservedStep::step)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private <S extends Step> S only(Class<S> type) {
        var all = all(type);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private AuthConfig.Builder config() {
        return base().observer((at, step) -> observed.add(new ObservedStep(at, step)));
    }

    private AuthConfig.Builder base() {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret(SECRETS.get(7))
                .url(SITE)
                .adapter(new InMemoryAdapter())
                .session(SessionOptions.jwt())
                .http(this::provider)
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        logged.add(error);
                    }

                    @Override
                    public void warn(String code) {}
                })
                .provider(
                        OAuthProvider.oauth("acme", "Acme")
                                .authorization("https://id.example/authorize")
                                .token("https://id.example/token")
                                .userinfo("https://id.example/userinfo")
                                .clientId("client")
                                .clientSecret("planted-client-secret")
                                .checks(Check.STATE, Check.PKCE),
                        EmailProvider.of("mail", request -> link.set(request.url())),
                        new CredentialsProvider(
                                "password",
                                "Password",
                                Map.of(),
                                (fields, request) ->
                                        Optional.of(User.of(Claims.of("id", "1").with("name", "Ann"))),
                                false));
    }

    private Response provider(Request request) {
        var body = request.path().equals("/token")
                ? "{\"access_token\":\"planted-access-token\",\"token_type\":\"bearer\"}"
                : provided;
        return Response.json(200, body);
    }
}
