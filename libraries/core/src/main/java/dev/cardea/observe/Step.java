package dev.cardea.observe;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.ErrorType;
import dev.cardea.limit.Budget;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One step of a request. Every consumer switches over all of them, so a new step does not compile until each consumer
 * handles it ({@link Cases}). Immutable.
 *
 * <p><b>Security:</b> no component is a text. Values from a request or a provider appear as enumerations, counts, host
 * names, well-known member names or keyed digests only.
 */
public sealed interface Step {
    <R> R accept(Cases<R> cases);

    /**
     * A request for a route below the base path has arrived.
     *
     * @param action an {@link Action}, or the action of a module's route
     * @param provider the provider in the path, or {@code null}
     * @param host the value of the {@code Host} header
     * @param isHttps whether the connection itself is encrypted
     * @param forwardedHost the value of {@code X-Forwarded-Host}, which may be forged; {@code null} without the header
     * @param isForwardedHttps whether {@code X-Forwarded-Proto} says https; it may be forged; {@code null} without the
     *     header
     */
    record RequestStart(
            RequestAction action,
            Method method,
            @Nullable ProviderId provider,
            HostName host,
            boolean isHttps,
            @Nullable HostName forwardedHost,
            @Nullable Boolean isForwardedHttps)
            implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.requestStart(this);
        }
    }

    /**
     * Cardea has determined which site the request is for.
     *
     * @param isPeerTrusted whether a trusted proxy sent the request, so that its forwarded headers are trusted;
     *     {@code null} in a trace of an older version
     */
    record OriginDecision(
            HostName host,
            boolean isHttps,
            boolean isTrusted,
            @Nullable Boolean isPeerTrusted) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.originDecision(this);
        }
    }

    /**
     * The response to a request is ready.
     *
     * @param action an {@link Action}, or the action of a module's route
     * @param error why the request failed, or {@code null}
     */
    record RequestEnd(
            RequestAction action,
            Method method,
            Outcome outcome,
            int status,
            Duration duration,
            @Nullable ErrorType error)
            implements Step {
        /** Says how a request ended. */
        public enum Outcome implements Choice {
            OK,
            REDIRECT,
            /** The visitor's mistake, or an attack. */
            REJECTED,
            /** A budget was exhausted. */
            LIMITED,
            /** The store or the application didn't respond. */
            UNAVAILABLE,
            /** The operator's or the library's mistake. */
            ERROR
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.requestEnd(this);
        }
    }

    /**
     * What a browser sent with a request that begins or completes a sign-in.
     *
     * @param checks the check cookies that the browser sent
     * @param otherCookies how many other cookies the browser sent
     * @param client the network of the client, by the rules for trusted proxies; {@code null} if it is unknown
     */
    record BrowserFacts(
            Set<AuthCookie> checks,
            int otherCookies,
            boolean hasSession,
            @Nullable ClientNetwork client,
            Browser browser)
            implements Step {
        public BrowserFacts {
            checks = Set.copyOf(checks);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.browserFacts(this);
        }
    }

    /** A sign-in begins. */
    record SignInStart(ProviderId provider) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.signInStart(this);
        }
    }

    /** A module pauses a sign-in whose user is known: there is no session until it is resumed. */
    record SignInPause(ProviderId provider) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.signInPause(this);
        }
    }

    /** A paused sign-in is resumed. */
    record SignInResume(ProviderId provider) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.signInResume(this);
        }
    }

    /**
     * A sign-in has ended.
     *
     * @param error why it failed, or {@code null} after a success
     * @param isNewUser {@code null} if it is unknown, and after a failure
     */
    record SignInEnd(
            ProviderId provider,
            SignInEnd.Result result,
            @Nullable ErrorType error,
            @Nullable Boolean isNewUser) implements Step {
        /** Whether a user is signed in now. */
        public enum Result implements Choice {
            SUCCESS,
            FAILURE
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.signInEnd(this);
        }
    }

    /**
     * A check cookie is set, which binds the response to this browser.
     *
     * @param domain the domain of the cookie; {@code null} if only the host receives it
     * @param value a hash of the cookie's content
     */
    record CheckSet(
            AuthCookie check,
            ProviderId provider,
            boolean isSecure,
            boolean isSentAcrossSites,
            @Nullable HostName domain,
            Duration lifetime,
            Digest value)
            implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.checkSet(this);
        }
    }

    /**
     * A check cookie was read, or what it contains was compared.
     *
     * @param value a hash of the content; {@code null} if there is none
     */
    record CheckRead(
            AuthCookie check,
            ProviderId provider,
            CheckRead.Result result,
            @Nullable Digest value) implements Step {
        /** Whether the check passed. */
        public enum Result implements Choice {
            OK,
            ABSENT,
            EMPTY,
            EXPIRED,
            /** It was not sealed with a secret of this configuration, or was changed. */
            UNREADABLE,
            OTHER_PROVIDER,
            /** The browser's value differs from the one that the provider returned. */
            DIFFERENT
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.checkRead(this);
        }
    }

    /**
     * The browser is sent to another host.
     *
     * @param parameters the well-known parameters of the URL
     */
    record Redirect(Redirect.Purpose purpose, HostName host, Set<Parameter> parameters) implements Step {
        public Redirect {
            parameters = Set.copyOf(parameters);
        }

        /** Says where the browser is sent. */
        public enum Purpose implements Choice {
            /** To the provider, to sign in. */
            PROVIDER,
            /** From the redirect proxy to the host where the sign-in began. */
            ORIGIN
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.redirect(this);
        }
    }

    /** The browser has brought back the provider's response to the authorization request. */
    record Return(
            ProviderId provider,
            Set<Parameter> parameters,
            @Nullable OAuthError error) implements Step {
        public Return {
            parameters = Set.copyOf(parameters);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.providerReturn(this);
        }
    }

    /**
     * A call to a provider begins.
     *
     * @param client how the application authenticates itself; {@code null} if it doesn't
     */
    record ProviderCallStart(
            ProviderId provider,
            Endpoint endpoint,
            @Nullable ClientProof client) implements Step {
        /** Says how the application authenticates itself to the token endpoint (RFC 6749 §2.3, RFC 7523 §2.2). */
        public enum ClientProof implements Choice {
            SECRET,
            /** A signed assertion, which expires. */
            ASSERTION
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.providerCallStart(this);
        }
    }

    /**
     * A call to a provider has ended.
     *
     * @param status the HTTP status, or 0 without a response
     * @param shape the shape of a JSON object in the response, or {@code null}
     */
    record ProviderCall(
            ProviderId provider,
            Endpoint endpoint,
            HostName host,
            ProviderCall.Result result,
            int status,
            Duration duration,
            @Nullable OAuthError error,
            @Nullable Shape shape)
            implements Step {
        /** Says how a call ended. */
        public enum Result implements Choice {
            OK,
            /** A status of 400 or above. */
            REJECTED,
            TIMEOUT,
            UNREACHABLE,
            /** Not a JSON object where one is expected, or too long. */
            INVALID,
            /** Too many calls to this provider were waiting. */
            LIMITED
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.providerCall(this);
        }
    }

    /** A rule for ID tokens was applied. */
    record IdTokenRule(ProviderId provider, Rule rule, boolean isMet) implements Step {
        /** OpenID Connect Core §3.1.3.7. */
        public enum Rule implements Choice {
            PRESENT,
            ALGORITHM,
            TYPE,
            SIGNATURE,
            ISSUER,
            AUDIENCE,
            AUTHORIZED_PARTY,
            EXPIRY,
            ISSUED_AT,
            NOT_BEFORE,
            SUBJECT,
            NONCE,
            AUTH_TIME,
            ACCESS_TOKEN_HASH,
            /** OpenID Connect Core §5.3.2. */
            USERINFO_SUBJECT
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.idTokenRule(this);
        }
    }

    /**
     * A passkey violated a step of the specification.
     *
     * @param number the number of the step in Web Authentication Level 3, §7.1 or §7.2
     */
    record PasskeyRule(ProviderId provider, Ceremony ceremony, int number) implements Step {
        /** What the passkey is used for. */
        public enum Ceremony implements Choice {
            REGISTRATION,
            AUTHENTICATION
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.passkeyRule(this);
        }
    }

    /** Cardea has determined whose account this is. */
    record LinkDecision(ProviderId provider, Decision decision) implements Step {
        /** The outcomes of the link rule. */
        public enum Decision implements Choice {
            SIGN_IN,
            REFUSE,
            LINK_TO_CURRENT,
            LINK_BY_EMAIL,
            CREATE
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.linkDecision(this);
        }
    }

    /** A callback of the application was called. */
    record CallbackCall(Callback callback, CallbackCall.Result result, Duration duration) implements Step {
        /** What it returned. */
        public enum Result implements Choice {
            OK,
            /** It said no, or returned nothing. */
            DENIED,
            /** It chose another page. */
            REDIRECTED,
            /** It threw. */
            FAILED
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.callbackCall(this);
        }
    }

    /** An event was published in this process. */
    record EventCall(Event event, boolean isOk, Duration duration) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.eventCall(this);
        }
    }

    /**
     * The store was called.
     *
     * @param reason why it failed, if the adapter can tell; otherwise {@code null}
     */
    record StoreCall(
            StoreKind store,
            StoreOperation operation,
            StoreCall.Result result,
            @Nullable StoreReason reason,
            Duration duration)
            implements Step {
        /** A call without a known reason of failure. */
        public StoreCall(StoreKind store, StoreOperation operation, Result result, Duration duration) {
            this(store, operation, result, null, duration);
        }

        /** Says how a call ended. */
        public enum Result implements Choice {
            OK,
            /** Another request stored the same row at the same time. */
            CONFLICT,
            /** The store didn't respond, or refused the connection. */
            TIMEOUT,
            ERROR
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.storeCall(this);
        }
    }

    /** A session was read. */
    record SessionRead(Strategy strategy, SessionRead.Result result) implements Step {
        /** What was read. */
        public enum Result implements Choice {
            VALID,
            /** No cookie came, or a callback hides the session. */
            ABSENT,
            EXPIRED,
            /** The cookie is not a session of this site. */
            INVALID,
            /** The store or a callback failed: it is unknown who is signed in. */
            UNAVAILABLE
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.sessionRead(this);
        }
    }

    /** A session cookie was issued. */
    record SessionIssue(Strategy strategy, Cause cause) implements Step {
        /** What for. */
        public enum Cause implements Choice {
            SIGN_IN,
            RENEWAL,
            UPDATE
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.sessionIssue(this);
        }
    }

    /** The store was asked whether a session with a record still exists. The result is trusted for a while. */
    record SessionConfirm(SessionConfirm.Result result) implements Step {
        /** What the store said. */
        public enum Result implements Choice {
            LIVE,
            /** There is no record, it has expired, or its user is gone. */
            GONE,
            /** The store didn't respond, or too many were asking it. */
            UNKNOWN
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.sessionConfirm(this);
        }
    }

    /** A session with a record was ended before it expired, except by its own sign-out. */
    record SessionEnd(SessionEnd.Reason reason) implements Step {
        /** Why, as in the event. */
        public enum Reason implements Choice {
            ELSEWHERE,
            ADMINISTRATOR,
            LIMIT,
            FIRST_VERIFICATION,
            USER_DELETED,
            PROVIDER
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.sessionEnd(this);
        }
    }

    /** A user signed out. */
    record SignOut(Strategy strategy) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.signOut(this);
        }
    }

    /** A budget was exhausted. */
    record RateLimit(Budget budget) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.rateLimit(this);
        }
    }

    /** An email was handed to a mail service. */
    record MailCall(ProviderId service, MailCall.Result result, Duration duration) implements Step {
        /** How the service answered. */
        public enum Result implements Choice {
            SENT,
            REJECTED,
            TIMEOUT,
            UNREACHABLE
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.mailCall(this);
        }
    }

    /** A sign-in link or code was redeemed. */
    record LinkRead(ProviderId provider, LinkRead.Result result) implements Step {
        /** Whether it was valid. */
        public enum Result implements Choice {
            OK,
            /** It was used before, never issued, or is for another address. */
            UNKNOWN,
            EXPIRED
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.linkRead(this);
        }
    }

    /** A callback that runs in another process was called. */
    record HookCall(Callback hook, HookResult result, Duration duration) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.hookCall(this);
        }
    }

    /** An event was sent to another process. */
    record HookEvent(Event hook, HookResult result, Duration duration) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.hookEvent(this);
        }
    }

    /** An event for another process was dropped: it failed too often, or too many were waiting. */
    record HookEventDrop(Event event) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.hookEventDrop(this);
        }
    }

    /** Says how another process responded. */
    enum HookResult implements Choice {
        OK,
        /** It left the decision to the default. */
        DEFAULT,
        REJECTED,
        TIMEOUT,
        UNREACHABLE,
        /** It responded with a redirect, which is not followed. */
        REDIRECTED,
        INVALID
    }

    /** A secret opened or verified a value. */
    record SecretUse(SecretUse.Purpose purpose, Position position) implements Step {
        /** What was opened. */
        public enum Purpose implements Choice {
            SESSION,
            CHECK,
            CSRF,
            HOOK,
            BRIDGE
        }

        /** Says where the secret is in the list. */
        public enum Position implements Choice {
            NEWEST,
            OLDER
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.secretUse(this);
        }
    }

    /** A password was hashed or verified. */
    record PasswordHash(Algorithm algorithm, Duration duration) implements Step {
        /** The kind of hash. */
        public enum Algorithm implements Choice {
            ARGON2,
            BCRYPT,
            SCRYPT,
            PBKDF2
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.passwordHash(this);
        }
    }

    /**
     * A module that Cardea doesn't know did something.
     *
     * @param name what it did, from a closed list of the module
     * @param result how it ended, from a closed list of the module
     * @param duration how long it took, or {@code null}
     */
    record ModuleStep(
            ModuleLabel name, ModuleLabel result, @Nullable Duration duration) implements Step {
        /** Takes the labels from constants of the module. */
        public static <N extends Enum<N> & Choice, R extends Enum<R> & Choice> ModuleStep of(N name, R result) {
            return new ModuleStep(ModuleLabel.of(name), ModuleLabel.of(result), null);
        }

        public ModuleStep lasting(Duration time) {
            return new ModuleStep(name, result, time);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.moduleStep(this);
        }
    }

    /** An error was logged. Its reference is {@link StepContext#errorId()}. */
    record ErrorReport(ErrorType type, @Nullable ProviderId provider) implements Step {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.errorReport(this);
        }
    }

    /**
     * The visitor is shown a page, or sent to one.
     *
     * @param error the error that the visitor sees, or {@code null}
     */
    record Answer(Page page, @Nullable ErrorType error) implements Step {
        /** A page of the library, or the application's own in its place. */
        public enum Page implements Choice {
            SIGN_IN,
            SIGN_OUT,
            ERROR,
            VERIFY_REQUEST,
            CONFIRM_LINK,
            /** The page that the visitor came from, or that the sign-in was for. */
            CALLBACK_URL,
            NEW_USER
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.answer(this);
        }
    }

    /** Says where sessions are kept. */
    enum Strategy implements Choice {
        JWT,
        DATABASE,
        REVOCABLE
    }

    /** Lists the methods of a request. */
    enum Method implements Label {
        GET("GET"),
        POST("POST"),
        OTHER("other");

        private final String label;

        Method(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** Lists what a request can ask for. */
    enum Action implements RequestAction {
        PROVIDERS("providers"),
        SESSION("session"),
        CSRF("csrf"),
        SIGNIN("signin"),
        SIGNOUT("signout"),
        CALLBACK("callback"),
        VERIFY_REQUEST("verify-request"),
        ERROR("error"),
        WEBAUTHN_OPTIONS("webauthn-options"),
        /** No route, or one of a module that names no action. */
        OTHER("other");

        private final String label;

        Action(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public boolean isFrequent() {
            return this == PROVIDERS || this == SESSION || this == CSRF;
        }
    }

    /** Lists the endpoints of a provider. */
    enum Endpoint implements Choice {
        DISCOVERY,
        JWKS,
        TOKEN,
        USERINFO,
        OTHER
    }

    /** Lists the parameters of an authorization request or its response. */
    enum Parameter implements Choice {
        CLIENT_ID,
        REDIRECT_URI,
        RESPONSE_TYPE,
        RESPONSE_MODE,
        SCOPE,
        STATE,
        NONCE,
        CODE_CHALLENGE,
        CODE_CHALLENGE_METHOD,
        PROMPT,
        LOGIN_HINT,
        MAX_AGE,
        ACR_VALUES,
        UI_LOCALES,
        CODE,
        ISS,
        ERROR,
        ERROR_DESCRIPTION,
        ERROR_URI,
        SESSION_STATE,
        ID_TOKEN,
        TOKEN,
        RESPONSE,
        USER,
        OTHER
    }

    /** Lists the error codes of providers (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6). */
    enum OAuthError implements Choice {
        INVALID_REQUEST,
        INVALID_CLIENT,
        INVALID_GRANT,
        UNAUTHORIZED_CLIENT,
        UNSUPPORTED_GRANT_TYPE,
        UNSUPPORTED_RESPONSE_TYPE,
        INVALID_SCOPE,
        ACCESS_DENIED,
        SERVER_ERROR,
        TEMPORARILY_UNAVAILABLE,
        INTERACTION_REQUIRED,
        LOGIN_REQUIRED,
        ACCOUNT_SELECTION_REQUIRED,
        CONSENT_REQUIRED,
        INVALID_TOKEN,
        INSUFFICIENT_SCOPE,
        REDIRECT_URI_MISMATCH,
        OTHER
    }

    /** Handles every step, with one method for each. */
    interface Cases<R> {
        R requestStart(RequestStart step);

        R originDecision(OriginDecision step);

        R requestEnd(RequestEnd step);

        R browserFacts(BrowserFacts step);

        R signInStart(SignInStart step);

        R signInPause(SignInPause step);

        R signInResume(SignInResume step);

        R signInEnd(SignInEnd step);

        R checkSet(CheckSet step);

        R checkRead(CheckRead step);

        R redirect(Redirect step);

        R providerReturn(Return step);

        R providerCallStart(ProviderCallStart step);

        R providerCall(ProviderCall step);

        R idTokenRule(IdTokenRule step);

        R passkeyRule(PasskeyRule step);

        R linkDecision(LinkDecision step);

        R callbackCall(CallbackCall step);

        R eventCall(EventCall step);

        R storeCall(StoreCall step);

        R sessionRead(SessionRead step);

        R sessionIssue(SessionIssue step);

        R sessionConfirm(SessionConfirm step);

        R sessionEnd(SessionEnd step);

        R signOut(SignOut step);

        R rateLimit(RateLimit step);

        R mailCall(MailCall step);

        R linkRead(LinkRead step);

        R hookCall(HookCall step);

        R hookEvent(HookEvent step);

        R hookEventDrop(HookEventDrop step);

        R secretUse(SecretUse step);

        R passwordHash(PasswordHash step);

        R moduleStep(ModuleStep step);

        R errorReport(ErrorReport step);

        R answer(Answer step);
    }
}
