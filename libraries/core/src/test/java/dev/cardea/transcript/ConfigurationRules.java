package dev.cardea.transcript;

import dev.cardea.http.Form;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/** What a configuration and an address mean. */
final class ConfigurationRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "The base path ends at a slash and is not a pattern.",
                    "`basePath`",
                    "Q-1",
                    ConfigurationRules::boundary),
            new Rule("A base path has no trailing slash.", "`basePath`", "Q-19", ConfigurationRules::trimmed),
            new Rule(
                    "Credentials do not sign in to database sessions unless the provider says how.",
                    "credentials with database sessions",
                    "Q-23",
                    ConfigurationRules::credentialsAndRows),
            new Rule(
                    "A callback URL that is not an address counts as absent.",
                    "a callback URL that isn't a URL, from a field, query or cookie",
                    "Q-11",
                    ConfigurationRules::noCallbackUrl),
            new Rule(
                    "A weak secret is warned of, and refused in production.",
                    "a weak secret",
                    "architecture §3",
                    ConfigurationRules::weakSecret),
            new Rule(
                    "A plain OAuth provider without state is warned of: nothing says whether its service enforces PKCE.",
                    "an `oauth` provider without `state`",
                    "Settled 15",
                    ConfigurationRules::withoutState),
            new Rule(
                    "Credentials without a field that names the account are warned of: no budget of an account counts them.",
                    "credentials without declared fields",
                    "rate limits",
                    ConfigurationRules::withoutAccountName),
            new Rule(
                    "Credentials with several texts, of which none is marked as the account, are warned of: each is counted.",
                    "credentials with several fields",
                    "rate limits",
                    ConfigurationRules::withSeveralNames));

    private static final Set<String> BROKEN = Set.of(
            "DuplicateConditionalUI",
            "ExperimentalFeatureNotEnabled",
            "InvalidEndpoints",
            "MissingAdapter",
            "MissingAdapterMethods",
            "MissingAuthorize",
            "MissingSecret",
            "MissingWebAuthnAutocomplete",
            "UnsupportedStrategy",
            "UntrustedHost");

    private ConfigurationRules() {}

    /** Whether no request could be answered with this configuration. */
    static boolean isBroken(Outcome outcome) {
        boolean named = outcome.calls().stream()
                .anyMatch(call -> BROKEN.contains(call.replaceAll("^logger\\.error (\\S+) .*", "$1")));
        return named || outcome.status().equals("500") && outcome.body().startsWith("{\"message\"");
    }

    private static Outcome boundary(Transcript transcript, Outcome expected) {
        var base = transcript.basePath().replaceAll("/+$", "");
        if (expected.isBadRequest() || transcript.path().startsWith(base + "/")) return expected;
        return new Outcome(
                "400",
                Map.of("content-type", "application/json"),
                List.of(),
                null,
                "\"Bad request.\"",
                List.of("logger.error UnknownAction error"));
    }

    private static Outcome trimmed(Transcript transcript, Outcome expected) {
        boolean slash = transcript.basePath().isEmpty() || transcript.basePath().endsWith("/");
        return slash ? expected.body(expected.body().replaceAll("(?<!:)//", "/")) : expected;
    }

    private static Outcome credentialsAndRows(Transcript transcript, Outcome expected) {
        var session = transcript.config().get(Claim.object("session")).orElse(Claims.NONE);
        var strategy = session.text("strategy");
        boolean rows = strategy == null ? transcript.config().has("adapter") : strategy.equals("database");
        boolean credentials = transcript.providers().anyMatch(p -> "credentials".equals(p.text("type")));
        if (!rows || !credentials || isBroken(expected)) return expected;
        return new Outcome(
                "500",
                Map.of("content-type", "application/json"),
                List.of(),
                null,
                "{\"message\":\"<fixed generic text>\"}",
                List.of("logger.error UnsupportedStrategy error"));
    }

    /** What would have been answered without the parameter, for the three actions that were recorded with a bad one. */
    private static Outcome noCallbackUrl(Transcript transcript, Outcome expected) {
        var wanted = wantedCallbackUrl(transcript);
        boolean refused = expected.calls().contains("logger.error InvalidCallbackUrl error");
        if (wanted == null || isAddress(wanted) || isBroken(expected) && !refused) return expected;
        var cookies = new ArrayList<String>();
        if (!AnswerRules.hasToken(transcript)) cookies.add(AnswerRules.freshToken(transcript));
        cookies.add(AnswerRules.cookie(transcript, "callback-url", transcript.origin()));
        if (transcript.isFor("signout")) {
            return new Outcome("302", Map.of("location", transcript.origin()), cookies, null, "", List.of());
        }
        if (transcript.isFor("session")) {
            var json = Map.of("content-type", "application/json");
            return new Outcome("200", json, cookies, null, "null", List.of());
        }
        if (!transcript.isFor("signin") || transcript.isPost()) return expected;
        var html = Map.of("content-type", "text/html");
        return new Outcome("200", html, cookies, PageRules.emptySignIn(), "", List.of());
    }

    private static Object wantedCallbackUrl(Transcript transcript) {
        var field = field(transcript, "callbackUrl");
        if (field != null && !"".equals(field)) return field;
        var query = transcript.query("callbackUrl").filter(url -> !url.isEmpty());
        if (query.isPresent()) return query.get();
        var name = AnswerRules.cookieName(transcript, "callback-url");
        var remembered = transcript.cookies().getOrDefault(name, "");
        return remembered.isEmpty() ? null : remembered;
    }

    private static Object field(Transcript transcript, String name) {
        var body = transcript.request().text("body");
        if (!transcript.isPost() || body == null) return null;
        if (!body.startsWith("{")) return Form.decode(body).get(name);
        try {
            return Json.parseObject(body, 20).value(name);
        } catch (JsonException e) {
            return null;
        }
    }

    private static boolean isAddress(Object wanted) {
        if (!(wanted instanceof String url)) return false;
        if (url.chars().anyMatch(c -> c <= ' ' || c == '\\' || c == 0x7f)) return false;
        return url.startsWith("/") || url.matches("(?i)https?://[^/?#@]+([/?#].*)?");
    }

    private static Outcome weakSecret(Transcript transcript, Outcome expected) {
        boolean strong = transcript.secrets().all().stream().allMatch(secret -> secret.length() >= 32);
        if (strong || isBroken(expected)) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.add(calls.indexOf("logger.warn debug-enabled") + 1, "logger.warn weak-secret");
        return expected.calls(calls);
    }

    private static Outcome withoutState(Transcript transcript, Outcome expected) {
        boolean proxied = transcript.config().has("redirectProxyUrl");
        boolean unbound = transcript.providers().anyMatch(provider -> isPlainOAuth(provider) && !hasState(provider));
        if (proxied || !unbound || isBroken(expected)) return expected;
        var calls = new ArrayList<>(expected.calls());
        int after = Math.max(calls.indexOf("logger.warn debug-enabled"), calls.indexOf("logger.warn weak-secret"));
        calls.add(after + 1, "logger.warn oauth-without-state");
        return expected.calls(calls);
    }

    private static Outcome withoutAccountName(Transcript transcript, Outcome expected) {
        return warned(transcript, expected, "credentials-without-account-name", fields -> fields == 0);
    }

    private static Outcome withSeveralNames(Transcript transcript, Outcome expected) {
        return warned(transcript, expected, "credentials-with-several-names", fields -> fields > 1);
    }

    /** @param concerns whether a provider with so many fields other than passwords gets the warning */
    private static Outcome warned(Transcript transcript, Outcome expected, String warning, IntPredicate concerns) {
        if (isBroken(expected)) return expected;
        var calls = new ArrayList<>(expected.calls());
        var at = calls.stream()
                .filter(call -> call.startsWith("logger.warn ") && !call.contains("experimental"))
                .mapToInt(calls::lastIndexOf)
                .max();
        transcript
                .providers()
                .filter(provider -> "credentials".equals(provider.text("type")) && concerns.test(names(provider)))
                .forEach(provider -> calls.add(
                        at.orElse(-1) + 1, "logger.warn " + warning + ": providers." + Transcript.idOf(provider)));
        return expected.calls(calls);
    }

    private static int names(Claims provider) {
        var options = provider.get(Claim.object("options")).orElse(Claims.NONE);
        var fields = options.get(Claim.object("credentials")).orElse(Claims.NONE);
        return (int) fields.asMap().keySet().stream()
                .filter(name -> !name.equals("password"))
                .count();
    }

    private static boolean isPlainOAuth(Claims provider) {
        return "oauth".equals(provider.text("type")) || "github".equals(provider.text("builtin"));
    }

    private static boolean hasState(Claims provider) {
        var options = provider.get(Claim.object("options")).orElse(Claims.NONE);
        if (provider.has("redirectProxyUrl") || options.has("redirectProxyUrl")) return true;
        var checks = options.has("checks") ? options : provider;
        return checks.get(Claim.list("checks")).orElse(List.of()).contains("state");
    }
}
