package dev.cardea.server.file;

import dev.cardea.config.Env;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.hooks.HookSettings;
import dev.cardea.model.ProviderType;
import dev.cardea.providers.Brand;
import dev.cardea.providers.Option;
import dev.cardea.providers.Providers;
import dev.cardea.server.file.Shape.Any;
import dev.cardea.server.file.Shape.Choice;
import dev.cardea.server.file.Shape.Flag;
import dev.cardea.server.file.Shape.Group;
import dev.cardea.server.file.Shape.ListOf;
import dev.cardea.server.file.Shape.MapOf;
import dev.cardea.server.file.Shape.Number;
import dev.cardea.server.file.Shape.Off;
import dev.cardea.server.file.Shape.Scalar;
import dev.cardea.server.file.Shape.Secret;
import dev.cardea.server.file.Shape.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All keys of the file, each declared once. */
final class Keys {
    private static final long TEN_YEARS_MILLIS = 315_360_000_000L;
    private static final long YEAR = 31_536_000;
    private static final Shape TEXT = new Text();
    private static final Shape FLAG = new Flag();
    private static final Shape SECRET = new Secret();
    private static final Shape TEXTS = new ListOf(TEXT);
    private static final Shape FREE = new MapOf(new Any());
    private static final Shape INPUTS = new MapOf(new MapOf(new Scalar()));

    /** The keys of a provider by its kind. */
    static final Map<String, List<Key>> KINDS = kinds();

    /** The keys of the file itself. */
    static final List<Key> FILE = file();

    private Keys() {}

    private static List<Key> file() {
        var all = new ArrayList<Key>();
        all.addAll(process());
        all.addAll(site());
        all.addAll(sessions());
        all.addAll(looks());
        all.addAll(limits());
        all.addAll(application());
        return List.copyOf(all);
    }

    private static List<Key> process() {
        return List.of(
                Key.of(
                                "env",
                                "production",
                                "Where the site runs. Production rejects weak secrets.",
                                choice(CoreKeys.ENVIRONMENTS))
                        .from("CARDEA_ENV", "NODE_ENV"),
                Key.of("host", "127.0.0.1", "The IP address to listen on.", TEXT)
                        .restart(),
                Key.of("port", "3000", "The port to listen on; 0 picks a free one.", new Number(0, 65_535))
                        .restart(),
                Key.group(
                        "tls",
                        "TLS for the site's listener. Leave it out if a proxy terminates TLS.",
                        Key.of("certificate", null, "The PEM file with the certificate and its chain.", TEXT),
                        Key.of("key", null, "The PEM file with the private key, in PKCS#8.", TEXT)),
                Key.group(
                        "outbound",
                        "How to call providers, email services and hooks on other machines.",
                        Key.of(
                                "ca",
                                null,
                                "A PEM file with certificate authorities to trust in addition to Java's.",
                                TEXT),
                        Key.of(
                                "proxy",
                                null,
                                "The HTTP proxy for these calls, such as http://proxy.example:3128.",
                                TEXT),
                        Key.of(
                                "direct",
                                null,
                                "Hosts to call without the proxy; .example.com covers subdomains.",
                                TEXTS)),
                Key.group(
                                "management",
                                "A second listener, for probes and monitoring.",
                                Key.of("host", "127.0.0.1", "The IP address of the second listener.", TEXT),
                                Key.of(
                                        "port",
                                        "9464",
                                        "The port of the second listener; 0 picks a free one.",
                                        new Number(0, 65_535)),
                                Key.of(
                                        "token",
                                        null,
                                        "The bearer token for endpoints that show visitors' sign-ins.",
                                        SECRET))
                        .restart(),
                Key.group(
                        "shutdown",
                        "How the process stops.",
                        Key.of(
                                "delay",
                                "0",
                                "Seconds between SIGTERM and the end of the listener.",
                                new Number(0, 600))),
                Key.group(
                        "log",
                        "What to log to standard error, and how.",
                        Key.of("format", "text", "The format of a line.", choice(LogKeys.FORMATS)),
                        Key.of("level", "info", "The lowest level to log.", choice(LogKeys.LEVELS)),
                        Key.of("levels", null, "Levels for single loggers.", new MapOf(choice(LogKeys.LEVELS))),
                        Key.of(
                                "access",
                                "off",
                                "Which requests to log; errors are those with status 400 or above.",
                                choice(LogKeys.ACCESS)),
                        Key.of(
                                "clientAddress",
                                "prefix",
                                "How much of a visitor's IP address to log.",
                                choice(LogKeys.ADDRESSES))),
                Key.of("debug", "false", "Logs each step of a sign-in, without secrets.", FLAG),
                Key.of(
                        "recorder",
                        "true",
                        "Keeps failed sign-ins in memory for cardea explain, without secrets; a group also "
                                + "keeps them in files.",
                        FLAG,
                        new Group(
                                List.of(
                                        Key.of(
                                                "folder",
                                                null,
                                                "The folder of the files, which only the user of the process can read.",
                                                TEXT),
                                        Key.of(
                                                "maxBytes",
                                                "52428800",
                                                "The size of all files in bytes; the oldest are deleted first.",
                                                new Number(1_048_576, Long.MAX_VALUE)),
                                        Key.of(
                                                "maxAge",
                                                "604800",
                                                "How many seconds to keep a file.",
                                                new Number(60, YEAR))),
                                false)),
                Key.group(
                                "limits",
                                "What clients may send, and how much happens at the same time.",
                                Key.of(
                                        "bodyBytes",
                                        "65536",
                                        "The size of a request's body in bytes; larger ones get 413.",
                                        new Number(1_024, 16_777_216)),
                                Key.of(
                                        "headBytes",
                                        "98304",
                                        "The size of a request's head in bytes; larger ones get 431.",
                                        new Number(8_192, 1_048_576)),
                                Key.of(
                                        "headFields",
                                        "200",
                                        "The number of header fields; requests with more get 431.",
                                        new Number(20, 10_000)),
                                Key.of(
                                        "headTimeout",
                                        "15000",
                                        "Milliseconds to wait for the head of a request.",
                                        new Number(100, 600_000)),
                                Key.of(
                                        "bodyTimeout",
                                        "10000",
                                        "Milliseconds to wait for the body of a request; then 408.",
                                        new Number(100, 600_000)),
                                Key.of(
                                        "idleTimeout",
                                        "30000",
                                        "Milliseconds until an idle connection is closed.",
                                        new Number(100, 600_000)),
                                Key.of(
                                        "connections",
                                        null,
                                        "Connections at the same time; by default as many as fit in three "
                                                + "quarters of the heap.",
                                        new Number(10, 100_000)),
                                Key.of(
                                        "requests",
                                        "256",
                                        "Requests at the same time; more get 503.",
                                        new Number(1, 100_000)),
                                Key.of(
                                        "hookCalls",
                                        "64",
                                        "Calls to the application at the same time; more have to wait.",
                                        new Number(1, 10_000)))
                        .restart());
    }

    private static List<Key> site() {
        return List.of(
                Key.of("url", null, "The URL of the site, as visitors see it.", TEXT)
                        .from("AUTH_URL", "NEXTAUTH_URL"),
                Key.of("siteName", null, "The name that pages, emails and passkeys show; by default the host.", TEXT)
                        .from("AUTH_SITE_NAME"),
                Key.of("basePath", "/auth", "The path of the routes; by default the path of url.", TEXT),
                Key.of("strippedPrefix", null, "The path that a proxy removes from every request, such as /app.", TEXT)
                        .from("AUTH_STRIPPED_PREFIX"),
                Key.of(
                                "secret",
                                null,
                                "The secret that encrypts and signs, at least 32 bytes; a list begins with the newest.",
                                SECRET,
                                new ListOf(SECRET))
                        .from(Env.SECRETS.toArray(String[]::new)),
                Key.of(
                                "trustHost",
                                "false",
                                "Trusts Host and X-Forwarded-Host if url is not set; only behind a proxy that sets them.",
                                FLAG)
                        .from("AUTH_TRUST_HOST"),
                Key.of("trustedProxies", null, "IP addresses of the proxies to trust for forwarded headers.", TEXTS),
                Key.of("allowedHosts", null, "The hosts of the site; requests for others get 400.", TEXTS),
                Key.of(
                                "allowedOrigins",
                                null,
                                "Other origins whose pages may use the routes from scripts (CORS).",
                                TEXTS)
                        .from("AUTH_ALLOWED_ORIGINS"),
                Key.of("useSecureCookies", null, "Sends cookies over https only; by default if url is https.", FLAG),
                Key.of(
                        "strictTransportSecurity",
                        null,
                        "How many seconds browsers use only https for this host.",
                        new Number(0, TEN_YEARS_MILLIS)),
                Key.of("redirectProxyUrl", null, "Another deployment that providers redirect visitors to.", TEXT)
                        .from("AUTH_REDIRECT_PROXY_URL"),
                Key.of(
                                "redirectProxyOrigins",
                                null,
                                "On the redirect proxy: the origins it passes responses to.",
                                TEXTS)
                        .from("AUTH_REDIRECT_PROXY_ORIGINS"),
                Key.group(
                        "forwardAuth",
                        "Lets reverse proxies ask who is signed in; needs url and trustedProxies.",
                        Key.of("public", null, "Paths that need no session, such as /assets/*.", TEXTS),
                        Key.of(
                                "rules",
                                null,
                                "Paths that need a role; if several rules cover a path, all of them apply.",
                                new ListOf(new Group(
                                        List.of(
                                                Key.of("path", null, "A page, or /folder/* for all below it.", TEXT),
                                                Key.of(
                                                        "roles",
                                                        null,
                                                        "The user needs one of these roles; without roles, "
                                                                + "every signed-in user has access.",
                                                        TEXTS)),
                                        false))),
                        Key.of(
                                "audience",
                                null,
                                "The origin of the application, for the claim aud of Cardea-Identity.",
                                TEXT)),
                Key.group(
                        "danger",
                        "Settings that remove a protection.",
                        Key.of("skipCSRFCheck", "false", "Turns off the CSRF check of POST requests.", FLAG),
                        Key.of(
                                "allowHttpIssuers",
                                "false",
                                "Allows providers over plain http beyond this machine.",
                                FLAG),
                        Key.of("allowHttpHooks", "false", "Allows hooks over plain http beyond this machine.", FLAG)),
                Key.group(
                        "experimental",
                        "Features that can still change.",
                        Key.of("enableWebAuthn", "false", "Turns on passkeys.", FLAG)));
    }

    private static List<Key> sessions() {
        return List.of(
                Key.group(
                        "session",
                        "Sessions of signed-in users.",
                        Key.of(
                                "strategy",
                                null,
                                "jwt: encrypted cookies. database: records of the store, the default with a store.",
                                choice(CoreKeys.STRATEGIES)),
                        Key.of(
                                "maxAge",
                                "2592000",
                                "How many seconds without a request until a session expires.",
                                new Number(1, TEN_YEARS_MILLIS)),
                        Key.of(
                                "updateAge",
                                "86400",
                                "After how many seconds a session in use is renewed.",
                                new Number(0, TEN_YEARS_MILLIS))),
                Key.group(
                        "jwt",
                        "Token sessions.",
                        Key.of(
                                "maxAge",
                                null,
                                "Seconds until a token expires; by default the same as the session.",
                                new Number(1, TEN_YEARS_MILLIS)),
                        Key.of(
                                "secret",
                                null,
                                "Separate secrets for tokens, the newest first; by default secret.",
                                SECRET,
                                new ListOf(SECRET))),
                Key.of(
                                "store",
                                null,
                                "The database of the users: a URL, or a group with one. Without it, no users "
                                        + "are stored.",
                                TEXT,
                                new Group(
                                        List.of(
                                                Key.of("url", null, "The URL of the store.", TEXT),
                                                Key.of("user", null, "The database user.", TEXT),
                                                Key.of("password", null, "The database user's password.", SECRET),
                                                Key.of(
                                                        "layout",
                                                        "auto",
                                                        "The layout of the tables; auto detects it.",
                                                        choice(StoreKeys.LAYOUTS)),
                                                Key.of(
                                                        "schema",
                                                        null,
                                                        "The schema of the tables, if it is not the default one.",
                                                        TEXT),
                                                Key.of(
                                                        "tables",
                                                        null,
                                                        "Names of tables that differ from the layout's.",
                                                        new MapOf(TEXT)),
                                                Key.of(
                                                        "columns",
                                                        null,
                                                        "Names of columns that differ from the layout's.",
                                                        new MapOf(TEXT)),
                                                Key.group(
                                                        "pool",
                                                        "Connections to the store.",
                                                        Key.of(
                                                                "size",
                                                                "10",
                                                                "The largest number of connections.",
                                                                new Number(1, 1_000)),
                                                        Key.of(
                                                                "timeout",
                                                                "3000",
                                                                "How many milliseconds a request waits for a "
                                                                        + "connection.",
                                                                new Number(250, 600_000))),
                                                Key.of(
                                                        "limits",
                                                        null,
                                                        "Where to count rate limits: memory, or a Redis URL.",
                                                        TEXT)),
                                        false))
                        .restart(),
                Key.of("migrate", "false", "Creates and upgrades the tables at startup.", FLAG)
                        .restart(),
                Key.of(
                                "cleanup",
                                null,
                                "How often to remove expired rows; false for never.",
                                new Off(),
                                new Group(
                                        List.of(Key.of(
                                                "every", "86400", "Seconds between removals.", new Number(60, YEAR))),
                                        false))
                        .restart());
    }

    private static List<Key> looks() {
        var cookie = new Group(
                List.of(
                        Key.of("name", null, "The name of the cookie.", TEXT),
                        Key.group(
                                "options",
                                "The attributes of the cookie.",
                                Key.of("httpOnly", "true", "Hides the cookie from scripts.", FLAG),
                                Key.of("secure", null, "Sends the cookie over https only.", FLAG),
                                Key.of(
                                        "partitioned",
                                        "false",
                                        "Keeps a separate cookie for each site that embeds this one.",
                                        FLAG),
                                Key.of(
                                        "sameSite",
                                        "lax",
                                        "Whether browsers send the cookie with requests from other sites.",
                                        choice(CookieKeys.SAME_SITE),
                                        FLAG),
                                Key.of(
                                        "priority",
                                        null,
                                        "Which cookies browsers drop last.",
                                        choice(CookieKeys.PRIORITY)),
                                Key.of("path", "/", "The paths that get the cookie.", TEXT),
                                Key.of("domain", null, "The domain that gets the cookie, with its subdomains.", TEXT),
                                Key.of(
                                        "maxAge",
                                        null,
                                        "Seconds until the cookie expires.",
                                        new Number(0, Long.MAX_VALUE)))),
                false);
        var cookies = Arrays.stream(AuthCookie.values())
                .map(each -> Key.of(each.key(), null, "The cookie " + each.key() + ".", cookie))
                .toArray(Key[]::new);
        return List.of(
                Key.group(
                        "pages",
                        "Your own pages instead of the built-in ones.",
                        Key.of("signIn", null, "Where visitors sign in.", TEXT),
                        Key.of("signOut", null, "Where users sign out.", TEXT),
                        Key.of("error", null, "Where errors are shown.", TEXT),
                        Key.of("verifyRequest", null, "The page a visitor sees after a sign-in email was sent.", TEXT),
                        Key.of("newUser", null, "Where a user goes after the first sign-in.", TEXT)),
                Key.group(
                        "theme",
                        "The look of the built-in pages.",
                        Key.of("colorScheme", "auto", "auto, light or dark.", TEXT),
                        Key.of("logo", null, "The URL of a picture.", TEXT),
                        Key.of("brandColor", null, "The color of the main button.", TEXT),
                        Key.of("buttonText", null, "The color of the text on the main button.", TEXT)),
                Key.group("cookies", "Names and attributes of cookies.", cookies));
    }

    private static List<Key> limits() {
        var budgets = new ArrayList<Key>();
        RateLimitKeys.BUDGETS.forEach((name, budget) -> budgets.add(Key.of(
                name,
                null,
                "The budget " + name + "; false for no limit.",
                new Off(),
                new Group(
                        List.of(
                                Key.of(
                                        "burst",
                                        String.valueOf(budget.standard().burst()),
                                        "How many attempts are possible at the same time.",
                                        new Number(1, 1_000_000)),
                                Key.of(
                                        "each",
                                        String.valueOf(budget.standard().each().toSeconds()),
                                        "After how many seconds one more attempt is possible.",
                                        new Number(1, YEAR))),
                        false))));
        budgets.add(
                Key.of("ipv6Prefix", "64", "How many bits of an IPv6 address identify a client.", new Number(32, 128)));
        return List.of(Key.of(
                "rateLimits",
                null,
                "How many attempts a visitor has; false turns the limits off.",
                new Off(),
                new Group(budgets, false)));
    }

    private static List<Key> application() {
        var events = new Choice(HookSettings.EVENTS);
        var auto = new Choice(List.of("auto"));
        return List.of(
                Key.of("bridge", "false", "Accepts signed calls from the server of your application.", FLAG),
                Key.of("ignoreClosedProviders", "false", "Leaves out services that no longer exist.", FLAG),
                Key.of("providers", null, "How users sign in.", new ListOf(new Shape.Provider())),
                Key.group(
                        "hooks",
                        "The application's callbacks and events.",
                        Key.of("url", null, "The URL of the application's hooks.", TEXT),
                        Key.of(
                                "callbacks",
                                "auto",
                                "Which callbacks to call; auto: those that the application describes.",
                                auto,
                                new ListOf(new Choice(HookSettings.CALLBACKS))),
                        Key.of(
                                "events",
                                "auto",
                                "Which events to send; auto: those that the application describes.",
                                auto,
                                new ListOf(events)),
                        Key.of(
                                "awaited",
                                "[createUser, linkAccount]",
                                "Events to deliver before the response.",
                                new ListOf(events)),
                        Key.of(
                                "timeout",
                                "3000",
                                "How many milliseconds one call may take; 20000 in development mode.",
                                new Number(1, 600_000)),
                        Key.of("headers", null, "Headers to send with every call.", new MapOf(SECRET)),
                        Key.of("path", "/auth/hooks", "The path of the hooks at the deployments in origins.", TEXT),
                        Key.of("origins", null, "Deployments that handle the hooks of their own requests.", TEXTS)));
    }

    private static Map<String, List<Key>> kinds() {
        var name = Key.of("name", null, "The label of the button.", TEXT);
        var kinds = new LinkedHashMap<String, List<Key>>();
        kinds.put("oauth", oauth(name));
        kinds.put("mail service", mail(name));
        kinds.put(
                "email",
                with(
                        mail(name),
                        Key.of(
                                "server",
                                null,
                                "The email server: smtp://user:password@host:port, or its parts.",
                                SECRET,
                                new Group(
                                        List.of(
                                                Key.of("host", "localhost", "The host of the email server.", TEXT),
                                                Key.of(
                                                        "port",
                                                        null,
                                                        "The port of the email server; by default 25, or 465 "
                                                                + "with secure.",
                                                        new Number(1, 65_535)),
                                                Key.of("secure", "false", "TLS from the first byte.", FLAG),
                                                Key.of(
                                                        "requireTLS",
                                                        "false",
                                                        "Rejects a server without STARTTLS.",
                                                        FLAG),
                                                Key.group(
                                                        "auth",
                                                        "The login.",
                                                        Key.of("user", null, "The user.", TEXT),
                                                        Key.of("pass", null, "The password.", SECRET))),
                                        false))));
        kinds.put(
                "credentials",
                List.of(
                        name,
                        Key.of("databaseSessions", "false", "Also gives these users database sessions.", FLAG),
                        Key.of("credentials", null, "The fields of the form.", INPUTS)));
        var needs = choice(PasskeyKeys.REQUIREMENTS);
        kinds.put(
                "passkey",
                List.of(
                        name,
                        Key.of("enableConditionalUI", null, "Offers passkeys in the form's fields.", FLAG),
                        Key.of("signUp", null, "Lets visitors register with a passkey.", FLAG),
                        Key.of("simpleWebAuthnBrowserVersion", null, "For pages of Auth.js.", TEXT),
                        Key.of(
                                "userVerification",
                                null,
                                "Whether the device asks for a PIN, a fingerprint or a face.",
                                needs),
                        Key.of("residentKey", null, "Whether the device keeps the passkey.", needs),
                        Key.of(
                                "timeout",
                                null,
                                "How many milliseconds the browser waits for the user.",
                                new Number(1, 3_600_000)),
                        Key.of("formFields", null, "The fields of the form.", INPUTS),
                        Key.group(
                                "relayingParty",
                                "The site that passkeys belong to.",
                                Key.of("id", null, "The domain of the site.", TEXT),
                                Key.of("name", null, "The name of the site.", TEXT),
                                Key.of("origin", null, "The origins of the site.", TEXT, TEXTS))));
        return kinds;
    }

    private static List<Key> mail(Key name) {
        return List.of(
                name,
                Key.of("from", null, "The sender's email address.", TEXT),
                Key.of("maxAge", "86400", "Seconds until a link expires.", new Number(0, Long.MAX_VALUE / 1_000)),
                Key.of("secret", null, "A separate secret for the links.", SECRET),
                Key.of("apiKey", null, "The key of the email service.", SECRET),
                Key.of("confirmLinks", "false", "Shows a page with one button before a link signs the user in.", FLAG));
    }

    private static List<Key> oauth(Key name) {
        var path = new Shape[] {TEXT, TEXTS};
        return List.of(
                name,
                Key.of("clientId", null, "The client ID at the provider.", TEXT),
                Key.of("clientSecret", null, "The client secret at the provider.", SECRET),
                Key.of("issuer", null, "The issuer URL of the provider.", TEXT),
                Key.of("wellKnown", null, "The URL of the provider's metadata.", TEXT),
                Key.of("jwks_endpoint", null, "The URL of the provider's keys.", TEXT),
                Key.of(
                        "assertionAudience",
                        "issuer",
                        "The audience of client assertions.",
                        choice(OAuthKeys.AUDIENCES)),
                Key.of(
                        "client",
                        null,
                        "Client metadata (RFC 7591); privateKey is a file, and kid its key ID.",
                        new Group(
                                List.of(
                                        Key.of("kid", null, "The ID of the key.", TEXT),
                                        Key.of("privateKey", null, "A file with the key, as PKCS#8.", TEXT)),
                                true)),
                endpoint("authorization", "Where visitors sign in at the provider"),
                endpoint("token", "Where a code is exchanged"),
                endpoint("userinfo", "Where the profile is"),
                Key.of("redirectProxyUrl", null, "The same as the key of the file, for this provider only.", TEXT),
                Key.of(
                        "checks",
                        "[pkce]",
                        "The checks of a sign-in; use [none] only if the provider doesn't support any.",
                        new ListOf(choice(OAuthKeys.CHECKS))),
                Key.of(
                        "allowDangerousEmailAccountLinking",
                        "false",
                        "Links accounts by email address. Leave it off unless the provider verifies every address.",
                        FLAG),
                Key.of(
                        "idToken",
                        null,
                        "true: the ID token is the profile. false: the userinfo answer is. Unset: the ID token, completed.",
                        FLAG),
                Key.group(
                        "profile",
                        "Paths in the profile.",
                        Key.of("id", null, "The path to the ID.", path),
                        Key.of("name", null, "The path to the name.", path),
                        Key.of("email", null, "The path to the email address.", path),
                        Key.of("image", null, "The path to the picture.", path)),
                Key.of("account", null, "Which tokens to store.", TEXTS),
                Key.group(
                        "style",
                        "The look of the button.",
                        Key.of("brandColor", null, "The color of the button.", TEXT),
                        Key.of("logo", null, "The picture of the button.", TEXT),
                        Key.of("text", null, "Has no effect; as in Auth.js.", TEXT),
                        Key.of("bg", null, "Has no effect; as in Auth.js.", TEXT)));
    }

    private static Key endpoint(String name, String means) {
        return Key.of(
                name,
                null,
                means + ": an address, or its parts.",
                TEXT,
                new Group(
                        List.of(
                                Key.of("url", null, "The URL.", TEXT),
                                Key.of("params", null, "Parameters to send.", FREE)),
                        false));
    }

    /** The keys of a built-in service: its own options, then those of its kind. */
    static List<Key> of(Brand brand) {
        var kind = kindOf(brand);
        var all = new LinkedHashMap<String, Key>();
        KINDS.getOrDefault(kind, List.of()).forEach(key -> all.put(key.name(), key));
        for (var option : brand.options()) {
            int dot = option.name().indexOf('.');
            var own = key(option, option.name().substring(dot + 1));
            if (dot < 0) {
                all.merge(own.name(), own, Keys::both);
            } else {
                // In a file a dot is a group; the name with its dot works too.
                all.put(option.name(), key(option, option.name()));
                var group = option.name().substring(0, dot);
                var more = all.get(group);
                var keys = new ArrayList<Key>();
                if (more != null) more.shape(Group.class).ifPresent(it -> keys.addAll(it.keys()));
                keys.add(own);
                all.put(group, Key.group(group, "Options of this provider.", keys.toArray(Key[]::new)));
            }
        }
        return List.copyOf(all.values());
    }

    private static Key both(Key kind, Key own) {
        var shapes = new ArrayList<>(kind.shapes());
        own.shapes().stream().filter(it -> !shapes.contains(it)).forEach(shapes::add);
        return new Key(own.name(), own.fallback(), own.means(), own.variables(), false, shapes);
    }

    private static Key key(Option option, String name) {
        Shape shape = option.kind() == Option.Kind.SECRET ? SECRET : new Scalar();
        return Key.of(
                name,
                option.fallback(),
                option.means().isEmpty() ? "An option of this provider." : option.means(),
                shape);
    }

    static Choice choice(Map<String, ?> words) {
        boolean isOrdered = words instanceof LinkedHashMap;
        return new Choice(isOrdered ? List.copyOf(words.keySet()) : List.copyOf(new TreeSet<>(words.keySet())));
    }

    private static List<Key> with(List<Key> keys, Key more) {
        var all = new ArrayList<>(keys);
        all.add(more);
        return List.copyOf(all);
    }

    /** The keys of the options that only this service has. */
    static List<Key> own(Brand brand) {
        var names = brand.options().stream().map(Option::name).toList();
        return of(brand).stream()
                .filter(key -> names.stream().anyMatch(it -> it.equals(key.name()) || it.startsWith(key.name() + ".")))
                .toList();
    }

    /** Returns the kind of a built-in service in {@link #KINDS}. */
    static String kindOf(Brand brand) {
        var type = brand.example(Map.of()).type();
        return type == ProviderType.EMAIL ? "mail service" : kindOf(type);
    }

    /** Returns the kind of a provider with a {@code type} in {@link #KINDS}. */
    static String kindOf(ProviderType type) {
        return switch (type) {
            case OIDC, OAUTH -> "oauth";
            case EMAIL -> "email";
            case CREDENTIALS -> "credentials";
            case WEBAUTHN -> "passkey";
        };
    }

    /**
     * Finds a declaration.
     *
     * @param path such as {@code session.maxAge}; below {@code providers} the id of the provider follows
     */
    static Optional<Key> find(String path) {
        if (!path.startsWith("providers.")) return find(FILE, path).or(() -> ofProvider(path));
        // The id may have dots.
        for (int dot = path.indexOf('.', "providers.".length()); dot >= 0; dot = path.indexOf('.', dot + 1)) {
            var found = ofProvider(path.substring(dot + 1));
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    private static Optional<Key> ofProvider(String path) {
        var kinds = KINDS.values().stream().map(keys -> find(keys, path)).flatMap(Optional::stream);
        var own = Providers.all().stream().map(brand -> find(of(brand), path)).flatMap(Optional::stream);
        return Stream.concat(kinds, own).findFirst();
    }

    private static Optional<Key> find(List<Key> keys, String path) {
        int dot = path.indexOf('.');
        var name = dot < 0 ? path : path.substring(0, dot);
        for (var key : keys) {
            if (key.name().equals(path)) return Optional.of(key);
            if (!key.name().equals(name)) continue;
            var below = path.substring(dot + 1);
            if (key.items().isPresent()) return find(key.items().get().keys(), below);
            for (var shape : key.shapes()) {
                if (shape instanceof Group group) {
                    var found = find(group.keys(), below);
                    if (found.isPresent()) return found;
                    if (group.isOpen()) return Optional.of(Key.of(below, null, key.means(), new Any()));
                }
                if (shape instanceof MapOf map) return below(map, below, key);
                if (shape instanceof Secret && below.equals("file"))
                    return Optional.of(Key.of("file", null, "A file with the secret.", TEXT));
            }
        }
        return Optional.empty();
    }

    private static Optional<Key> below(MapOf map, String path, Key key) {
        if (!(map.value() instanceof MapOf inner)) return Optional.of(Key.of(path, null, key.means(), map.value()));
        int dot = path.indexOf('.');
        return Optional.of(Key.of(path, null, key.means(), dot < 0 ? inner : inner.value()));
    }

    /** The bounds of a number. */
    static Number number(String path) {
        return find(path)
                .flatMap(key -> key.shape(Number.class))
                .orElseThrow(() -> new IllegalStateException("the key " + path + " is not declared as a number"));
    }
}
