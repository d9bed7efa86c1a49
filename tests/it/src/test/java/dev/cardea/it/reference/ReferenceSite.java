package dev.cardea.it.reference;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.Trigger;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.it.NodeProcess;
import dev.cardea.it.Remote;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** One site twice: Cardea in this process, the reference in Node's, from one description. */
final class ReferenceSite implements AutoCloseable {
    final String name;
    final Claims site;
    Auth ours;
    final HttpHandler reference;
    private final NodeProcess node;
    private final Remote remote;
    private final Tables tables = new Tables();
    private final EncryptedJwt codec = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());
    private final Inbox inbox = new Inbox();
    private final List<String> log = new CopyOnWriteArrayList<>();

    private ReferenceSite(String name, Claims site, NodeProcess node, int port) {
        this.name = name;
        this.site = site;
        this.node = node;
        remote = new Remote(port);
        reference = remote;
        ours = Auth.of(config());
    }

    static ReferenceSite of(String name, Claims site) {
        var node = NodeProcess.start("reference.mjs", "reference-" + name);
        var ports = node.ask(Claims.of("sites", Claims.of(name, site)));
        return new ReferenceSite(
                name, site, node, ports.get(Claim.number(name)).orElseThrow().intValue());
    }

    String origin() {
        return site.text("origin");
    }

    String basePath() {
        return site.text("basePath");
    }

    boolean keepsRows() {
        return "database".equals(site.text("strategy"));
    }

    boolean hasTables() {
        return site.has("adapter");
    }

    boolean hasCallbacks() {
        return site.has("callbacks");
    }

    /** The prefix that cookies have here. */
    String secure() {
        var set = site.get(Claim.bool("useSecureCookies"));
        return set.orElse(origin().startsWith("https:")) ? "__Secure-" : "";
    }

    String csrfCookie() {
        return (secure().isEmpty() ? "" : "__Host-") + "authjs.csrf-token";
    }

    Secrets secrets() {
        return site.value("secret") instanceof List<?> list
                ? Secrets.of(list.stream().map(String.class::cast).toList())
                : Secrets.of(site.text("secret"));
    }

    List<String> providerIds() {
        var ids = new ArrayList<String>();
        ops().forEach(op -> ids.add(op.text("id")));
        if (site.has("credentials")) ids.add("credentials");
        if (site.has("email")) ids.add("email");
        return ids;
    }

    /** Whether the request names the state that its cookie holds, where the provider's checks ask for one. */
    boolean hasState(Ask ask, String provider) {
        return !checks(provider).contains(Check.STATE)
                || check(ask, provider, "state")
                        .filter(ask.query().getOrDefault("state", "")::equals)
                        .isPresent();
    }

    /** Whether the request brought the verifier and the nonce, where the provider's checks ask for them. */
    boolean hasChecks(Ask ask, String provider) {
        var checks = checks(provider);
        return (!checks.contains(Check.PKCE)
                        || check(ask, provider, "pkce.code_verifier").isPresent())
                && (!checks.contains(Check.NONCE)
                        || check(ask, provider, "nonce").isPresent());
    }

    private Optional<String> check(Ask ask, String provider, String check) {
        var name = secure() + "authjs." + check;
        try {
            return codec.decode(new DecodeParams(ask.cookies().get(name), secrets(), name))
                    .filter(claims -> provider.equals(claims.text("provider")))
                    .map(claims -> claims.text("value"));
        } catch (JoseException unreadable) {
            return Optional.empty();
        }
    }

    private Set<Check> checks(String provider) {
        return ops().stream()
                .filter(op -> provider.equals(op.text("id")))
                .findFirst()
                .map(ReferenceSite::checks)
                .orElse(Set.of());
    }

    private static Set<Check> checks(Claims op) {
        return op.get(Claim.list("checks")).orElseThrow().stream()
                .map(check -> Check.valueOf(((String) check).toUpperCase(Locale.ROOT)))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Check.class)));
    }

    /** Sets the rows of both. */
    void load(Claims seed) {
        control(seed);
        tables.load(seed);
        inbox.clear();
        log.clear();
        // A process remembers which sessions it ended and prolonged; these rows are new.
        ours = Auth.of(config());
    }

    /** Rows and mails of the reference. */
    Claims referenceState() {
        return control(null);
    }

    /** The rows and mails of Cardea. */
    Claims ourState() {
        var mails = inbox.mails().stream()
                .map(mail -> Claims.of("identifier", mail.identifier()).with("url", mail.url()))
                .toList();
        var state = hasTables() ? tables.dump() : Claims.NONE;
        return state.with("mails", mails).with("log", List.copyOf(log));
    }

    private Claims control(Claims seed) {
        var request = Request.of("POST", "http://127.0.0.1/~it");
        return Json.parseObject(
                remote.handle(seed == null ? request : request.body(seed.toJson()))
                        .text(),
                60);
    }

    private List<Claims> ops() {
        return site.get(Claim.list("ops")).orElse(List.of()).stream()
                .map(op -> Claims.of((Map<?, ?>) op))
                .toList();
    }

    private AuthConfig config() {
        var builder = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(origin())
                .basePath(basePath())
                .secret(secrets().all())
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error.type().code() + ": " + error.getMessage());
                    }
                });
        ops().forEach(op -> builder.provider(provider(op)));
        if (site.has("credentials")) builder.provider(credentials());
        if (site.has("email")) builder.provider(EmailProvider.of("email", inbox).from("no-reply@app.example"));
        if (hasTables()) builder.adapter(tables);
        if (site.text("strategy") != null) {
            builder.session(keepsRows() ? SessionOptions.database() : SessionOptions.jwt());
        }
        site.get(Claim.bool("useSecureCookies")).ifPresent(builder::useSecureCookies);
        site.get(Claim.object("pages")).ifPresent(pages -> builder.pages(pages(pages)));
        if (hasCallbacks()) builder.callbacks(callbacks());
        return builder.build();
    }

    private static PagesOptions pages(Claims pages) {
        return new PagesOptions(
                pages.text("signIn"),
                pages.text("signOut"),
                pages.text("error"),
                pages.text("verifyRequest"),
                pages.text("newUser"));
    }

    private static OAuthProvider provider(Claims op) {
        var id = op.text("id");
        boolean oidc = "oidc".equals(op.text("type"));
        var provider = oidc
                ? OAuthProvider.oidc(id, op.text("name"), op.text("issuer"))
                : OAuthProvider.oauth(id, op.text("name"));
        if (!oidc) {
            provider = provider.authorization(op.text("authorization"))
                    .token(op.text("token"))
                    .userinfo(op.text("userinfo"));
        }
        provider = provider.clientId(op.text("clientId")).clientSecret(op.text("clientSecret"));
        var checks = List.copyOf(checks(op));
        provider =
                provider.checks(checks.get(0), checks.subList(1, checks.size()).toArray(new Check[0]));
        if (op.has("linking")) provider = provider.danger().allowDangerousEmailAccountLinking();
        if (Boolean.FALSE.equals(op.value("idToken"))) provider = provider.idToken(false);
        for (var entry :
                op.get(Claim.object("client")).orElse(Claims.NONE).asMap().entrySet()) {
            provider = provider.client(entry.getKey(), entry.getValue());
        }
        return provider;
    }

    private static CredentialsProvider credentials() {
        return CredentialsProvider.of((credentials, request) -> switch (String.valueOf(credentials.value("password"))) {
                    case "locked" -> throw new CredentialsSignInException("locked out", null, null);
                    case "boom" -> throw new IllegalStateException("the user store is away");
                    case "correct horse" ->
                        Optional.of(User.of(Claims.of("id", "42")
                                .withPresent("name", credentials.value("username"))
                                .withPresent("email", credentials.value("email"))));
                    default -> Optional.empty();
                })
                .field("username", CredentialInput.text("User").with("type", "text"))
                .field("password", CredentialInput.password("Password"));
    }

    private static Callbacks callbacks() {
        return Callbacks.DEFAULT
                .signIn(p -> {
                    var email = p.user().email();
                    var who = p.user().name();
                    if ("banned".equals(who) || email != null && email.startsWith("banned")) return Decision.deny();
                    if ("away".equals(who) || email != null && email.startsWith("away"))
                        return Decision.redirectTo("/away?from=sign-in");
                    return Decision.allow();
                })
                .jwt(ReferenceSite::jwt)
                .session(p -> {
                    var shown = Callbacks.DEFAULT.session().apply(p);
                    if (p.token() == null) return shown;
                    return p.token().has("role") ? shown.with("role", p.token().value("role")) : shown;
                });
    }

    private static Claims jwt(JwtParams p) {
        var token = p.token();
        var user = p.user();
        if (user != null) token = token.with("role", "root".equals(user.name()) ? "admin" : "guest");
        if (p.trigger() == Trigger.UPDATE
                && p.session() instanceof Map<?, ?> session
                && session.get("name") instanceof String name) token = token.with("name", name);
        return "gone".equals(token.text("name")) ? null : token;
    }

    @Override
    public void close() {
        node.close();
    }
}
