package dev.cardea.error;

/**
 * Every way in which the library fails: its code in URLs and JSON, the page that shows it, whether a visitor may see
 * the code, and the hint for the developer who reads the log.
 */
public enum ErrorType {
    ACCESS_DENIED("AccessDenied", Page.ERROR, true, "the signIn callback rejected or threw, or a module refused"),
    ACCOUNT_NOT_LINKED("AccountNotLinked", Page.SIGN_IN, true, "this passkey or address belongs to another user"),
    ADAPTER_ERROR("AdapterError", Page.ERROR, false, "the store failed; see the cause"),
    APPLICATION_UNAVAILABLE(
            "ApplicationUnavailable",
            Page.ERROR,
            false,
            "start the application at hooks.url, or fix what the message says"),
    CALLBACK_ROUTE_ERROR("CallbackRouteError", Page.ERROR, false, "a sign-in could not be completed; see the cause"),
    COOKIES_BLOCKED(
            "CookiesBlocked",
            Page.ERROR,
            true,
            "the browser blocks this site's cookies, or a proxy removes them; the message says which"),
    CREDENTIALS_SIGNIN("CredentialsSignin", Page.SIGN_IN, true, "authorize returned no user"),
    DUPLICATE_CONDITIONAL_UI(
            "DuplicateConditionalUI", Page.ERROR, false, "only one WebAuthn provider may set enableConditionalUI"),
    EMAIL_NOT_VERIFIED(
            "EmailNotVerified",
            Page.SIGN_IN,
            true,
            "only users with a verified email address can link an account; the user must open a sign-in link first"),
    EMAIL_SIGNIN(
            "EmailSignin", Page.SIGN_IN, true, "the sign-in email couldn't be sent to this address; see the cause"),
    ERROR_PAGE_LOOP("ErrorPageLoop", Page.ERROR, false, "pages.error must not be a protected page; make it public"),
    EVENT_ERROR("EventError", Page.ERROR, false, "an event handler threw; the request continued"),
    EXPERIMENTAL_FEATURE_NOT_ENABLED(
            "ExperimentalFeatureNotEnabled",
            Page.ERROR,
            false,
            "set experimental.enableWebAuthn to true, or remove it"),
    INVALID_CALLBACK_URL("InvalidCallbackUrl", Page.ERROR, false, "a callbackUrl must be on the site's own origin"),
    INVALID_CHECK("InvalidCheck", Page.ERROR, false, "state, PKCE, nonce or challenge did not match this browser"),
    INVALID_CONFIGURATION(
            "InvalidConfiguration", Page.ERROR, false, "the message says which setting to change, and how"),
    INVALID_ENDPOINTS("InvalidEndpoints", Page.ERROR, false, "set the provider's issuer, or all of its endpoints"),
    INVALID_PROVIDER("InvalidProvider", Page.ERROR, false, "there's no such provider, or it doesn't have this route"),
    JWT_SESSION_ERROR("JWTSessionError", Page.ERROR, false, "a callback or the token codec failed; see the cause"),
    MISSING_ADAPTER("MissingAdapter", Page.ERROR, false, "set adapter"),
    MISSING_ADAPTER_METHODS(
            "MissingAdapterMethods",
            Page.ERROR,
            false,
            "the adapter lacks a capability that a setting or a call needs; the message says which"),
    MISSING_AUTHORIZE("MissingAuthorize", Page.ERROR, false, "give the credentials provider an authorize function"),
    MISSING_CSRF("MissingCSRF", Page.SIGN_IN, true, "send csrfToken in the body, with its cookie"),
    MISSING_SECRET(
            "MissingSecret", Page.ERROR, false, "set secret or AUTH_SECRET; openssl rand -base64 33 generates one"),
    MISSING_WEBAUTHN_AUTOCOMPLETE(
            "MissingWebAuthnAutocomplete",
            Page.ERROR,
            false,
            "with enableConditionalUI one form field needs autocomplete=\"webauthn\""),
    OAUTH_ACCOUNT_NOT_LINKED(
            "OAuthAccountNotLinked",
            Page.SIGN_IN,
            true,
            "a user with this email address exists; the visitor has to sign in as before, and can then link the "
                    + "account"),
    OAUTH_CALLBACK_ERROR("OAuthCallbackError", Page.SIGN_IN, true, "the provider responded with an error"),
    OAUTH_PROFILE_PARSE_ERROR(
            "OAuthProfileParseError", Page.ERROR, false, "the provider's profile function failed; see the cause"),
    OAUTH_SIGNIN_ERROR("OAuthSignInError", Page.SIGN_IN, false, "the sign-in could not be started; see the cause"),
    SESSION_TOKEN_ERROR("SessionTokenError", Page.ERROR, false, "the session could not be read from the store"),
    SIGN_OUT_ERROR("SignOutError", Page.ERROR, false, "the session could not be ended in the store"),
    TOO_MANY_REQUESTS(
            "TooManyRequests",
            Page.SIGN_IN,
            true,
            "rateLimits sets the limits; if all visitors seem to have the same IP address, add your proxies to "
                    + "trustedProxies"),
    UNKNOWN_ACTION("UnknownAction", Page.ERROR, false, "there's no such route, or it doesn't allow this method"),
    UNSUPPORTED_STRATEGY(
            "UnsupportedStrategy",
            Page.ERROR,
            false,
            "set session.strategy to revocable or jwt, or databaseSessions on the provider"),
    UNTRUSTED_HOST("UntrustedHost", Page.ERROR, false, "set url, or trustHost if a proxy sets the host headers"),
    VERIFICATION(
            "Verification", Page.ERROR, true, "the sign-in link was already used, has expired, or was never issued"),
    WEBAUTHN_VERIFICATION_ERROR(
            "WebAuthnVerificationError", Page.ERROR, true, "the authenticator's response could not be verified"),
    /** The base type, for failures without their own constant. */
    AUTH_ERROR("AuthError", Page.ERROR, false, "see the message");

    /** The page that explains the failure. */
    public enum Page {
        SIGN_IN("signIn"),
        ERROR("error");

        private final String kind;

        Page(String kind) {
            this.kind = kind;
        }

        /** Returns the key of {@code pages} that replaces the page. */
        public String kind() {
            return kind;
        }
    }

    private final String code;
    private final Page page;
    private final boolean clientSafe;
    private final String hint;

    ErrorType(String code, Page page, boolean clientSafe, String hint) {
        this.code = code;
        this.page = page;
        this.clientSafe = clientSafe;
        this.hint = hint;
    }

    /** Returns the name of the type in logs and, if it is safe for clients, in the {@code error} parameter. */
    public String code() {
        return code;
    }

    public Page page() {
        return page;
    }

    public boolean isClientSafe() {
        return clientSafe;
    }

    /** Returns what the visitor sees: the code, or that the server is at fault. */
    public String publicCode() {
        return clientSafe ? code : "Configuration";
    }

    /** Returns whether it is unknown who is signed in: the visitor keeps the cookie, and protected pages are closed. */
    public boolean isSessionUnknown() {
        return this == JWT_SESSION_ERROR || this == SESSION_TOKEN_ERROR;
    }

    /**
     * Returns whether the store, a callback or the application didn't respond: the request may succeed later, and it
     * gets 503.
     */
    public boolean isUnavailable() {
        return this == ADAPTER_ERROR || this == APPLICATION_UNAVAILABLE || isSessionUnknown();
    }

    /**
     * Returns whether a request was rejected for what one visitor sent, entered or may not do. Any visitor can cause it
     * at will, so it is a warning in the log, and has a different meter than errors.
     */
    public boolean isRejection() {
        return switch (this) {
            case ACCESS_DENIED,
                    ACCOUNT_NOT_LINKED,
                    COOKIES_BLOCKED,
                    CREDENTIALS_SIGNIN,
                    EMAIL_NOT_VERIFIED,
                    INVALID_CALLBACK_URL,
                    INVALID_CHECK,
                    INVALID_PROVIDER,
                    MISSING_CSRF,
                    OAUTH_ACCOUNT_NOT_LINKED,
                    TOO_MANY_REQUESTS,
                    UNKNOWN_ACTION,
                    VERIFICATION,
                    WEBAUTHN_VERIFICATION_ERROR -> true;
            default -> false;
        };
    }

    /** Returns the hint for the developer. */
    public String hint() {
        return hint;
    }
}
