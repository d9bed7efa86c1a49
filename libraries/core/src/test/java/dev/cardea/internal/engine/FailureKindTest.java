package dev.cardea.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.config.Env;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.RequestEnd.Outcome;
import dev.cardea.provider.EmailProvider;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FailureKindTest {
    private static final String SITE = "https://app.example";

    private final List<Step.RequestEnd> ends = new ArrayList<>();

    @Test
    void a_store_that_does_not_answer_counts_as_unavailable_where_a_redirect_reports_it() {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .url(SITE)
                .adapter(down())
                .provider(EmailProvider.of("mail", message -> {}))
                .observer((at, step) -> {
                    if (step instanceof Step.RequestEnd end) ends.add(end);
                }));
        var link = Request.get(SITE + "/auth/callback/mail?token=0&email=ada%40app.example");
        var answer = auth.handle(link);
        assertThat(answer.status()).isEqualTo(302);
        assertThat(ends).singleElement().satisfies(end -> {
            assertThat(end.error()).isEqualTo(ErrorType.ADAPTER_ERROR);
            assertThat(end.outcome()).isEqualTo(Outcome.UNAVAILABLE);
        });
    }

    @ParameterizedTest
    @EnumSource(ErrorType.class)
    void the_status_for_programs_tells_as_much_as_the_public_code(ErrorType type) {
        int status = FailureKind.of(type).status();
        assertThat(status).isBetween(type.isClientSafe() ? 400 : 500, type.isClientSafe() ? 499 : 599);
    }

    @ParameterizedTest
    @EnumSource(ErrorType.class)
    void applications_learn_of_each_type_that_is_answered_with_503(ErrorType type) {
        assertThat(type.isUnavailable()).isEqualTo(FailureKind.of(type) == FailureKind.UNAVAILABLE);
    }

    @ParameterizedTest
    @EnumSource(ErrorType.class)
    void an_answer_of_429_or_503_has_the_outcome_of_its_error(ErrorType type) {
        int status = FailureKind.of(type).status();
        assertThat(FailureKind.outcome(status, type)).isEqualTo(FailureKind.outcome(302, type));
    }

    @ParameterizedTest
    @EnumSource(ErrorType.class)
    void where_it_is_unknown_who_is_signed_in_callers_may_retry(ErrorType type) {
        if (type.isSessionUnknown()) assertThat(FailureKind.of(type)).isEqualTo(FailureKind.UNAVAILABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "Configuration, 500",
        "AccessDenied, 403",
        "Verification, 403",
        "CookiesBlocked, 400",
        "TooManyRequests, 429",
        "OAuthCallbackError, 200",
        "toString, 200",
        ", 200"
    })
    void the_error_page_has_the_status_of_its_code(String code, int status) {
        assertThat(FailureKind.pageStatus(code)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"200, OK", "302, REDIRECT", "403, REJECTED", "429, LIMITED", "500, ERROR", "503, UNAVAILABLE"})
    void without_an_error_the_status_decides_the_outcome(int status, Outcome outcome) {
        assertThat(FailureKind.outcome(status, null)).isEqualTo(outcome);
    }

    private static Adapter down() {
        var types = new Class<?>[] {UserAdapter.class, SessionAdapter.class, VerificationTokenAdapter.class};
        return (Adapter)
                Proxy.newProxyInstance(FailureKindTest.class.getClassLoader(), types, (store, method, arguments) -> {
                    throw new StoreUnavailableException("the store is down", null);
                });
    }
}
