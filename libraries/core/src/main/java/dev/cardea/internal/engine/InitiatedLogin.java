package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.internal.config.OwnRoute;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.engine.OriginGate.AcceptedRequest;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.json.Claims;
import dev.cardea.module.RouteRequest;
import dev.cardea.provider.OAuthProvider;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A sign-in that begins at a provider or its portal (OpenID Connect Core 1.0, section 4). Any site can send a browser here,
 * so the request grants nothing: a visitor who is signed in stays so, and the sign-in of another belongs to no user.
 */
final class InitiatedLogin {
    private static final String ISSUER = "iss";
    private static final String HINT = "login_hint";
    private static final String TARGET = "target_link_uri";
    private static final Set<String> PARAMETERS = Set.of(ISSUER, HINT, TARGET);

    /** Characters; a longer hint is left out, and the provider asks the visitor. */
    private static final int MAX_HINT = 500;

    private static final InternalResponse REJECTED = InternalResponse.json(400, "Bad request.", List.of());

    private final Map<String, OAuthProvider> providers;
    private final Site site;
    private final SignInMethods methods;
    private final SignInRoutes signIns;
    private final Redirects redirects;
    private final EventPublisher publisher;

    /** @param providers at which a sign-in may begin, by issuer */
    InitiatedLogin(
            Map<String, OAuthProvider> providers,
            Site site,
            SignInMethods methods,
            SignInRoutes signIns,
            Redirects redirects,
            EventPublisher publisher) {
        this.providers = providers;
        this.site = site;
        this.methods = methods;
        this.signIns = signIns;
        this.redirects = redirects;
        this.publisher = publisher;
    }

    InternalResponse answer(RouteRequest call, AcceptedRequest accepted) {
        var request = accepted.request();
        var sent = new MethodRequest(request, accepted.cookies(), request.origin());
        if (!Collections.disjoint(sent.repeated(), PARAMETERS)) return rejected("a parameter is repeated");
        if (!isWholePage(request.http())) return rejected("a page of another site loads it");
        var provider = providers.get(parameter(request, ISSUER));
        if (provider == null) return rejected("iss must be exactly the issuer of a provider with initiateLogin");
        if (request.isPost()) return asGet(request);
        if (Prefetch.is(request.http())) return SignInRoutes.NOT_PREFETCHED;
        var target = redirects.callbackUrl(parameter(request, TARGET), request, accepted.cookies());
        if (call.session().isPresent()) {
            return InternalResponse.redirect(Redirects.location(target.url(), request.origin()), List.of());
        }
        site.settings().application.requireReady();
        return signIns.initiate(signIn(sent, provider, target.url()), provider).after(target.cookies());
    }

    /** Any visitor can cause it: no error. */
    private InternalResponse rejected(String why) {
        publisher.warn("initiate-rejected: " + why);
        return REJECTED;
    }

    /**
     * A frame or a picture gets no cookies, so its sign-in could not end. It would only use up what the visitor may begin.
     * Browsers report what they load a response for (Fetch Metadata, section 2.1).
     */
    private static boolean isWholePage(Request http) {
        return http.headers().all("sec-fetch-dest").stream().allMatch("document"::equals);
    }

    /** Browsers withhold the visitor's cookies from a post of another site, and send them with the GET that follows. */
    private static InternalResponse asGet(AuthRequest request) {
        var all = new LinkedHashMap<String, String>();
        for (var name : List.of(ISSUER, HINT, TARGET)) {
            var value = parameter(request, name);
            if (!value.isEmpty()) all.put(name, value);
        }
        var url = request.baseUrl() + "/" + OwnRoute.INITIATE.name() + "?" + Form.encode(all);
        return new InternalResponse(303, Headers.NONE, null, url, List.of());
    }

    /** Returns the request that begins the sign-in: of what was sent, it has the hint alone. */
    private MethodRequest signIn(MethodRequest sent, OAuthProvider provider, String callbackUrl) {
        var hint = parameter(sent.authRequest(), HINT);
        var signIn = hint.isEmpty()
                ? SignIn.with(provider.id())
                : SignIn.with(provider.id()).param(HINT, hint);
        var basePath = site.paths().basePath();
        var target = methods.target(signIn, basePath).orElseThrow();
        var post = SignInMethods.post(sent.authRequest().http(), target, Claims.NONE);
        var request = AuthRequest.parse(post, sent.authRequest().origin(), basePath);
        return new MethodRequest(request, sent.cookies(), callbackUrl);
    }

    /** Empty if it is absent, or a hint that is too long. */
    private static String parameter(AuthRequest request, String name) {
        var sent = request.isPost() ? request.field(name) : request.query().get(name);
        return sent == null || (name.equals(HINT) && sent.length() > MAX_HINT) ? "" : sent;
    }
}
