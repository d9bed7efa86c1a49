package dev.cardea;

import dev.cardea.action.AuthAction;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.cookie.AuthCookie;
import dev.cardea.cookie.AuthCookies;
import dev.cardea.cookie.SessionCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.flow.Csrf;
import dev.cardea.flow.ForeignPost;
import dev.cardea.flow.Redirects;
import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import dev.cardea.json.Claims;
import dev.cardea.limit.Pass;
import dev.cardea.limit.Turnstile;
import dev.cardea.method.SignInMethod;
import dev.cardea.method.Visit;
import dev.cardea.method.oauth.OAuthMethod;
import dev.cardea.method.webauthn.WebAuthnMethod;
import dev.cardea.net.IpAddress;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Provider;
import dev.cardea.session.SessionStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One dispatched request: its protection, its callback URL, its action. */
final class Act {
    private final AuthConfig config;
    private final Rooms rooms;
    private final Turnstile turnstile;
    private final Entrance entrance;
    private final PageActions pages;
    private final AuthRequest request;
    private final AuthCookies cookies;
    private final Csrf csrf;
    private final boolean byCode;
    private List<Cookie> freshCsrf = List.of();
    private @Nullable SignInMethod method;
    private @Nullable Visit visit;

    /** @param byCode whoever asks is told of everything that fails, even if the browser's part of it is done */
    Act(Engine engine, Entrance.Entered entered, Csrf csrf, boolean byCode) {
        config = engine.config;
        rooms = engine.rooms;
        turnstile = engine.turnstile;
        entrance = engine.entrance;
        pages = engine.pages;
        request = entered.request();
        cookies = entered.cookies();
        this.csrf = csrf;
        this.byCode = byCode;
    }

    InternalResponse dispatch() {
        var provider = provider();
        var carried = carryOver(provider);
        if (carried.isPresent()) return carried.get();
        if (provider != null && isSignIn()) config.application.requireReady();
        var verdict = csrf.check(request, cookies);
        freshCsrf = verdict.fresh();
        var callback = rooms.redirects().callbackUrl(request, cookies);
        visit = new Visit(request, cookies, callback.url());
        var first = new ArrayList<>(freshCsrf);
        first.addAll(callback.cookies());
        var answer = request.isPost() ? post(visit, provider, verdict) : get(visit, provider, verdict);
        return request.action() == AuthAction.PROVIDERS ? answer : answer.after(first);
    }

    /** What a failing answer still sends: a fresh token for the next post, and an end to a broken sign-in's cookies. */
    List<Cookie> failureCookies() {
        var result = new ArrayList<Cookie>();
        if (request.isPost()) result.addAll(freshCsrf);
        if (request.action() == AuthAction.CALLBACK && method != null && visit != null) {
            result.addAll(method.abandoned(visit));
        }
        return result;
    }

    private boolean isSignIn() {
        return request.action() == AuthAction.CALLBACK || (request.action() == AuthAction.SIGNIN && request.isPost());
    }

    private @Nullable Provider provider() {
        var id = request.providerId();
        if (id.isEmpty()) return null;
        return rooms.provider(id.get())
                .orElseThrow(() -> new AuthException(ErrorType.INVALID_PROVIDER, "no provider has this id"));
    }

    /** Before any cookie is judged: a provider's post comes without the visitor's, and must not have them replaced. */
    private Optional<InternalResponse> carryOver(@Nullable Provider provider) {
        if (provider == null || !request.isPost() || request.action() != AuthAction.CALLBACK) return Optional.empty();
        if (!(rooms.method(provider) instanceof OAuthMethod room) || !ForeignPost.is(request)) return Optional.empty();
        return room.carryOver(new Visit(request, cookies, request.origin()));
    }

    private InternalResponse get(Visit visit, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (request.action()) {
            case CSRF -> csrfAnswer(verdict);
            case PROVIDERS -> rooms.describe(request);
            case SESSION -> session(visit, null);
            case SIGNIN -> provider == null ? pages.signIn(visit, verdict) : unknown();
            case SIGNOUT -> pages.signOut(visit, verdict);
            case CALLBACK -> callback(visit, provider, verdict);
            case ERROR -> pages.error(visit);
            case VERIFY_REQUEST -> pages.verifyRequest(visit);
            case WEBAUTHN_OPTIONS -> webAuthnOptions(visit, provider);
        };
    }

    private InternalResponse post(Visit visit, @Nullable Provider provider, Csrf.Verdict verdict) {
        return switch (request.action()) {
            case SESSION -> {
                require(verdict);
                yield session(visit, new SessionStrategy.Update(request.body().value("data")));
            }
            case SIGNIN -> {
                require(verdict);
                yield signIn(visit, provider);
            }
            case SIGNOUT -> {
                require(verdict);
                yield signOut(visit);
            }
            case CALLBACK -> callback(visit, provider, verdict);
            default -> unknown();
        };
    }

    private void require(Csrf.Verdict verdict) {
        if (verdict.verified()) return;
        var why = "another site sent it, as Sec-Fetch-Site or Origin says; danger().allowCrossSitePosts() lets"
                + " pages of another site post with a token";
        throw new AuthException(ErrorType.MISSING_CSRF, verdict.foreign() ? why : null);
    }

    private InternalResponse unknown() {
        throw new AuthException(
                ErrorType.UNKNOWN_ACTION,
                "this route does not take a " + request.http().method());
    }

    private InternalResponse csrfAnswer(Csrf.Verdict verdict) {
        if (csrf.isSkipped()) {
            config.logger.warn("csrf-disabled");
            var gone = List.of(cookies.deleted(AuthCookie.CSRF_TOKEN));
            return new InternalResponse(404, Headers.NONE, null, null, gone);
        }
        return InternalResponse.json(200, Claims.of("csrfToken", verdict.token()), List.of());
    }

    private InternalResponse session(Visit visit, SessionStrategy.@Nullable Update update) {
        // Browsers get what Auth.js sends them. A site's server asks with each page, so it gets what is due.
        var reissue = byCode && update == null ? SessionStrategy.Reissue.WHEN_DUE : SessionStrategy.Reissue.ALWAYS;
        var read = rooms.sessions().read(sessionCookie(visit), update, reissue);
        if (byCode) ServerView.requireAnswered(read);
        var session = byCode && update == null ? ServerView.forSite(read, config.callbacks) : read.session();
        return InternalResponse.json(200, session == null ? null : session.json(), read.cookies());
    }

    private InternalResponse signIn(Visit visit, @Nullable Provider provider) {
        if (provider == null) return pages.toSignIn(visit);
        return switch (provider.type()) {
            case OAUTH, OIDC, EMAIL -> {
                turnstile.start(client());
                yield rooms.flow().begin(rooms.method(provider), visit);
            }
            case CREDENTIALS, WEBAUTHN -> pages.toSignIn(visit);
        };
    }

    private InternalResponse webAuthnOptions(Visit visit, @Nullable Provider provider) {
        if (provider != null && rooms.method(provider) instanceof WebAuthnMethod room) {
            // Pages ask unasked, for autofill. Who names somebody begins a sign-in, or wants to know who is here.
            if (request.query().containsKey("email")) turnstile.start(client());
            return room.options(visit);
        }
        throw new AuthException(ErrorType.INVALID_PROVIDER, "passkey options name a provider of passkeys");
    }

    private InternalResponse callback(Visit visit, @Nullable Provider provider, Csrf.Verdict verdict) {
        if (provider == null) throw new AuthException(ErrorType.INVALID_PROVIDER, "a callback names its provider");
        boolean post = request.isPost();
        switch (provider.type()) {
            case CREDENTIALS -> {
                if (post) require(verdict);
                else throw new AuthException(ErrorType.INVALID_PROVIDER, "credentials are posted", null, provider.id());
            }
            case WEBAUTHN -> {
                if (!post)
                    throw new AuthException(ErrorType.INVALID_PROVIDER, "a passkey is posted", null, provider.id());
                // Clients need not send one: the challenge is bound to the browser by a cookie of its own.
                if (request.body().has("csrfToken")) require(verdict);
            }
            case EMAIL -> {
                if (((EmailProvider) provider).confirmLinks()) {
                    if (!post) return pages.confirmLink(visit, verdict);
                    require(verdict);
                }
            }
            case OAUTH, OIDC -> {}
        }
        // Before the room is known to failureCookies: who only has to wait keeps what the sign-in has begun with.
        var pass = pass(provider);
        var room = rooms.method(provider);
        method = room;
        var answer = rooms.flow().complete(room, visit);
        pass.giveBack();
        return answer;
    }

    private Pass pass(Provider provider) {
        if (provider instanceof CredentialsProvider credentials) {
            return turnstile.credentials(credentials, request.body(), client());
        }
        return turnstile.callback(provider.id(), client());
    }

    private Optional<IpAddress> client() {
        return entrance.client(request);
    }

    private InternalResponse signOut(Visit visit) {
        var cookie = sessionCookie(visit);
        var target = Redirects.location(visit.callbackUrl(), request.origin());
        if (cookie.token() == null) return InternalResponse.redirect(target, List.of());
        rooms.endSession(cookie, byCode);
        return InternalResponse.redirect(target, cookie.clear());
    }

    private static SessionCookie sessionCookie(Visit visit) {
        return SessionCookie.read(visit.cookies(), visit.request().cookies());
    }
}
