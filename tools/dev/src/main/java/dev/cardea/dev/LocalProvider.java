package dev.cardea.dev;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Client;
import dev.cardea.testing.Fault;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One provider, played in this process under its own id. Everything of the provider stays as configured: checks, scopes,
 * client authentication, mapping and hooks. Only the page of the provider is a local one, and its HTTP client reaches
 * this object instead of the network. Safe for concurrent use.
 */
final class LocalProvider implements HttpHandler {
    private static final String CLIENT_ID = "development";
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final String METHOD = "token_endpoint_auth_method";
    private static final String NEEDS_KEY = "private_key_jwt";
    private static final String SIGNED_ID_TOKEN = "id_token_signed_response_alg";
    private static final String SIGNED_USERINFO = "userinfo_signed_response_alg";

    /** Those of {@link IdentityProvider}; a provider that signs in another way is played with the first. */
    private static final Set<String> ALGORITHMS = Set.of("RS256", "ES256", "EdDSA");

    private final OAuthProvider configured;
    private final OAuthProvider played;
    private final String issuer;
    private final IdentityProvider openId;
    private final Map<String, Claims> profiles = new LinkedHashMap<>();
    private final String secret;
    /** The redirect address of each code: some providers redeem codes without it. */
    private final Map<String, String> redirects = new ConcurrentHashMap<>();

    private final String page;
    private final DevFaults faults;

    /** @param page of the provider for the browser, an address or a path of the application */
    LocalProvider(
            OAuthProvider provider,
            String page,
            List<DevPerson> people,
            Clock clock,
            Randomness randomness,
            DevFaults faults) {
        this.page = page;
        this.faults = faults;
        secret = randomness.base64Url(32);
        var known = provider.issuer() == null
                ? provider.issuer("https://" + provider.id().toLowerCase(Locale.ROOT) + ".localhost")
                : provider;
        configured = known.clientId(CLIENT_ID).clientSecret(secret).resolved();
        issuer = trimmed(String.valueOf(configured.issuer()));
        openId = IdentityProvider.at(issuer, clock, randomness).asksWho().client(client(method(configured)));
        openId.signsWith(algorithm());
        played = playedAt(page);
        var shape = new ProfileShape(configured);
        for (var person : people) {
            var profile = shape.of(person);
            profiles.put(person.id(), profile);
            openId.person(person.at(profile.without("sub")));
        }
    }

    /** Misbehaves as the developer wants it now. */
    private IdentityProvider openId() {
        var all = new ArrayList<>(faults.ofProvider());
        if (configured.client().has(SIGNED_USERINFO)) all.add(Fault.USERINFO_JWT);
        return openId.fault(all.toArray(Fault[]::new));
    }

    String id() {
        return played.id();
    }

    /** Returns where the browser is sent to sign in. */
    String page() {
        return page;
    }

    String name() {
        return played.name();
    }

    /** Returns the provider as the configuration has it from now on. */
    OAuthProvider played() {
        return played;
    }

    /** Returns the response to an authorization request, or empty if the request is valid and the user must choose. */
    Optional<Response> check(String rawQuery) {
        if (!returnsHere(Form.decode(rawQuery))) return Optional.of(badRedirect());
        var answer = openId().handle(Request.get(issuer + "/authorize?" + Form.encode(scoped(Form.decode(rawQuery)))));
        return answer.status() == 200 ? Optional.empty() : Optional.of(answer);
    }

    /** Returns to the application as a person; an empty id cancels. */
    Response approve(Map<String, String> params, String person) {
        if (!returnsHere(params)) return badRedirect();
        var form = new LinkedHashMap<>(scoped(params));
        form.put("person", person);
        var answer = openId().handle(
                        Request.post(issuer + "/authorize", "application/x-www-form-urlencoded", Form.encode(form)));
        answer.header("location")
                .map(url -> Form.decode(url.substring(url.indexOf('?') + 1)).get("code"))
                .ifPresent(code -> redirects.put(code, form.getOrDefault("redirect_uri", "")));
        var more = ServiceShape.answer(configured);
        if (more.isEmpty() || answer.header("location").isEmpty()) return answer;
        return answer.location(answer.header("location").get() + more);
    }

    /** Answers as the service: its discovery document, keys, token endpoint and profile. */
    @Override
    public Response handle(Request request) {
        var url = request.url();
        int mark = url.indexOf('?');
        var address = mark < 0 ? url : url.substring(0, mark);
        if (address.contains("/.well-known/")) return openId().handle(Request.get(issuer + DISCOVERY));
        if (address.equals(issuer + "/jwks") || address.equals(configured.jwksEndpoint())) {
            return openId().handle(Request.get(issuer + "/jwks"));
        }
        return isTokenRequest(address, request) ? token(request) : profile(request, address);
    }

    private boolean isTokenRequest(String address, Request request) {
        var endpoint = configured.token();
        boolean known = endpoint != null && endpoint.url() != null && address.equals(withoutQuery(endpoint.url()));
        return known || address.equals(issuer + "/token") || parameters(request).containsKey("code");
    }

    private Response token(Request request) {
        if (faults.fails(DevFaults.Service.PROVIDER)) return EndlessAnswer.read();
        var answer = openId().handle(
                        configured.tokenRequest().isEmpty() && isStandard(request)
                                ? at(request, issuer + "/token")
                                : standard(request));
        if (answer.status() != 200 || configured.isOidc()) return answer;
        var tokens = parsed(answer.text());
        var person = personOf(String.valueOf(tokens.text("access_token")));
        if (person.isEmpty()) return answer;
        var profile = profiles.getOrDefault(person.get(), Claims.NONE);
        return Response.json(
                200, ServiceShape.withTokens(profile, person.get(), tokens).toJson());
    }

    /** RFC 6749 §4.1.3; the identity provider checks such a request strictly, client authentication included. */
    private static boolean isStandard(Request request) {
        var type = request.header("content-type").orElse("");
        if (!request.method().equals("POST") || !request.rawQuery().isEmpty()) return false;
        if (!type.startsWith("application/x-www-form-urlencoded")) return false;
        var form = Form.decode(request.text());
        return form.containsKey("grant_type") && form.containsKey("redirect_uri");
    }

    /** Makes a request of RFC 6749 from that of a service with its own rules. */
    private Request standard(Request request) {
        var sent = parameters(request);
        var code = sent.getOrDefault("code", "");
        var form = new LinkedHashMap<String, String>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put(
                "redirect_uri",
                sent.getOrDefault("redirect_uri", Objects.requireNonNullElse(redirects.remove(code), "")));
        if (sent.containsKey("code_verifier")) form.put("code_verifier", sent.get("code_verifier"));
        form.put("client_id", CLIENT_ID);
        form.put("client_secret", secret);
        return Request.post(issuer + "/token", "application/x-www-form-urlencoded", Form.encode(form));
    }

    private Response profile(Request request, String address) {
        var token = accessToken(request);
        if (configured.isOidc()) return openId().handle(userInfo(token));
        var person = personOf(token);
        if (person.isEmpty()) return Response.json(401, "{\"error\":\"invalid_token\"}");
        var profile = profiles.getOrDefault(person.get(), Claims.NONE);
        return address.endsWith("/emails")
                ? emails(profile)
                : Response.json(200, ServiceShape.wrapped(configured, profile).toJson());
    }

    private static Response emails(Claims profile) {
        if (profile.text("email") == null) return Response.json(200, "[]");
        return Response.json(
                200,
                Json.print(List.of(Map.of(
                        "email",
                        String.valueOf(profile.text("email")),
                        "primary",
                        true,
                        "verified",
                        Boolean.TRUE.equals(profile.value("email_verified"))))));
    }

    private Optional<String> personOf(String token) {
        var answer = openId().handle(userInfo(token));
        return answer.status() == 200
                ? Optional.ofNullable(parsed(answer.text()).text("sub"))
                : Optional.empty();
    }

    private Request userInfo(String token) {
        return Request.get(issuer + "/userinfo").header("authorization", "Bearer " + token);
    }

    private static String accessToken(Request request) {
        var header = request.header("authorization").orElse("");
        if (!header.isEmpty()) return header.substring(header.lastIndexOf(' ') + 1);
        var sent = parameters(request);
        return sent.getOrDefault("access_token", sent.getOrDefault("oauth_token", sent.getOrDefault("token", "")));
    }

    private static Map<String, String> parameters(Request request) {
        var all = new LinkedHashMap<>(Form.decode(request.rawQuery()));
        var body = request.text();
        if (body.startsWith("{")) {
            parsed(body).asMap().forEach((name, value) -> all.put(name, String.valueOf(value)));
        } else if (!body.isEmpty()) {
            all.putAll(Form.decode(body));
        }
        return all;
    }

    private static Claims parsed(String json) {
        try {
            return Json.parseObject(json, Json.TRUSTED_DEPTH);
        } catch (JsonException e) {
            return Claims.NONE;
        }
    }

    private static Request at(Request request, String url) {
        var moved = Request.of(request.method(), url).body(request.body());
        for (var field : request.headers().fields()) {
            if (!field.name().equalsIgnoreCase("host")) moved = moved.header(field.name(), field.value());
        }
        return moved;
    }

    /** A code must not leave this machine. */
    private static boolean returnsHere(Map<String, String> params) {
        return WebUrl.parse(params.getOrDefault("redirect_uri", ""))
                .filter(WebUrl::isLoopback)
                .isPresent();
    }

    private static Response badRedirect() {
        return Response.of(400, "text/plain; charset=utf-8", "The redirect_uri is not on this machine.");
    }

    /** An OpenID Connect service signs users in whether the scope names {@code openid} or not. */
    private Map<String, String> scoped(Map<String, String> params) {
        if (!configured.isOidc()) return params;
        var scopes = new ArrayList<>(List.of(params.getOrDefault("scope", "").split(" ")));
        if (!scopes.contains("openid")) scopes.add("openid");
        if (scopes.contains("name") && !scopes.contains("profile")) scopes.add("profile");
        var all = new LinkedHashMap<>(params);
        all.put("scope", String.join(" ", scopes).strip());
        return all;
    }

    private OAuthProvider playedAt(String page) {
        var local = configured
                .issuer(issuer)
                .idTokenIssuer((known, claims) -> known)
                .redirectProxyUrl(null)
                .authorization(page)
                .http(network -> this);
        if (method(configured).equals(NEEDS_KEY)) local = local.client(METHOD, "client_secret_basic");
        if (configured.client().has(SIGNED_ID_TOKEN)) local = local.client(SIGNED_ID_TOKEN, algorithm());
        return configured.client().has(SIGNED_USERINFO) ? local.client(SIGNED_USERINFO, algorithm()) : local;
    }

    private Client client(String method) {
        if (method.equals("none")) return Client.open(CLIENT_ID);
        var client = Client.of(CLIENT_ID, secret);
        return method.equals("client_secret_jwt") ? client.authMethod(method) : client;
    }

    private static String method(OAuthProvider provider) {
        var method = provider.client().text(METHOD);
        return method == null ? "client_secret_basic" : method;
    }

    private String algorithm() {
        return configured
                .client()
                .get(Claim.text(SIGNED_ID_TOKEN))
                .filter(ALGORITHMS::contains)
                .orElse("RS256");
    }

    private static String trimmed(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private static String withoutQuery(@Nullable String url) {
        var text = String.valueOf(url);
        int mark = text.indexOf('?');
        return mark < 0 ? text : text.substring(0, mark);
    }
}
