package dev.cardea.internal.engine;

import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.observe.Step.RequestEnd.Outcome;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides the HTTP status of every error, for each kind of caller, and its outcome in meters and traces. */
enum FailureKind {
    /** The request is rejected, and the visitor may know why. */
    REJECTED(400, 200, Outcome.REJECTED),
    /** The request is rejected. The caller learns only that the server is at fault; see {@link ErrorType#publicCode}. */
    CONCEALED(500, 200, Outcome.REJECTED),
    /** A budget was exhausted. */
    LIMITED(429, 429, Outcome.LIMITED),
    /** The store, a callback or the application did not answer. The caller may retry. */
    UNAVAILABLE(503, 503, Outcome.UNAVAILABLE),
    /** The operator's mistake, the provider's or the library's. */
    FAILED(500, 200, Outcome.ERROR);

    /** By public code. Any other error has the general page, with status 200 as in Auth.js. */
    private static final Map<String, Integer> PAGES = Map.of(
            ErrorType.INVALID_CONFIGURATION.publicCode(), FAILED.status,
            ErrorType.ACCESS_DENIED.publicCode(), 403,
            ErrorType.VERIFICATION.publicCode(), 403,
            ErrorType.COOKIES_BLOCKED.publicCode(), REJECTED.status,
            ErrorType.TOO_MANY_REQUESTS.publicCode(), LIMITED.status);

    private final int status;
    private final int bridgeStatus;
    private final Outcome outcome;

    FailureKind(int status, int bridgeStatus, Outcome outcome) {
        this.status = status;
        this.bridgeStatus = bridgeStatus;
        this.outcome = outcome;
    }

    /** A new type does not compile until it has a kind. Applications ask {@link ErrorType#isUnavailable}, which agrees. */
    static FailureKind of(ErrorType type) {
        return switch (type) {
            case ACCESS_DENIED,
                    ACCOUNT_NOT_LINKED,
                    COOKIES_BLOCKED,
                    CREDENTIALS_SIGNIN,
                    EMAIL_NOT_VERIFIED,
                    EMAIL_SIGNIN,
                    MISSING_CSRF,
                    OAUTH_ACCOUNT_NOT_LINKED,
                    OAUTH_CALLBACK_ERROR,
                    VERIFICATION,
                    WEBAUTHN_VERIFICATION_ERROR -> REJECTED;
            case INVALID_CALLBACK_URL, INVALID_CHECK, INVALID_PROVIDER, UNKNOWN_ACTION, UNTRUSTED_HOST -> CONCEALED;
            case TOO_MANY_REQUESTS -> LIMITED;
            case ADAPTER_ERROR, APPLICATION_UNAVAILABLE, JWT_SESSION_ERROR, SESSION_TOKEN_ERROR -> UNAVAILABLE;
            case AUTH_ERROR,
                    CALLBACK_ROUTE_ERROR,
                    DUPLICATE_CONDITIONAL_UI,
                    ERROR_PAGE_LOOP,
                    EVENT_ERROR,
                    EXPERIMENTAL_FEATURE_NOT_ENABLED,
                    INVALID_CONFIGURATION,
                    INVALID_ENDPOINTS,
                    MISSING_ADAPTER,
                    MISSING_ADAPTER_METHODS,
                    MISSING_AUTHORIZE,
                    MISSING_SECRET,
                    MISSING_WEBAUTHN_AUTOCOMPLETE,
                    OAUTH_PROFILE_PARSE_ERROR,
                    OAUTH_SIGNIN_ERROR,
                    SIGN_OUT_ERROR,
                    UNSUPPORTED_STRATEGY -> FAILED;
        };
    }

    /** Returns the status for scripts and programs, and for pages that no redirect leads to. */
    int status() {
        return status;
    }

    /** Returns the status for a call over the bridge: 200 unless the core itself cannot work. */
    static int bridgeStatus(AuthException error) {
        return error instanceof ConfigurationException ? FAILED.status : of(error.type()).bridgeStatus;
    }

    /** Returns the status of the error page. */
    static int pageStatus(@Nullable String publicCode) {
        return publicCode == null ? 200 : PAGES.getOrDefault(publicCode, 200);
    }

    /** Returns how a request ended. A failure is mostly answered by a redirect to a page, so it counts before the status. */
    static Outcome outcome(int status, @Nullable ErrorType failure) {
        if (status == LIMITED.status) return Outcome.LIMITED;
        if (status == UNAVAILABLE.status) return Outcome.UNAVAILABLE;
        if (failure != null) return of(failure).outcome;
        if (status >= 500) return Outcome.ERROR;
        if (status >= 400) return Outcome.REJECTED;
        return status >= 300 ? Outcome.REDIRECT : Outcome.OK;
    }
}
