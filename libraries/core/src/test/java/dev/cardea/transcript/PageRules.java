package dev.cardea.transcript;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The built-in pages. */
final class PageRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "Pages load nothing from elsewhere: styles and script of their own, and the logos that were configured.",
                    "what pages load",
                    "security D1",
                    ofPage(PageRules::self)),
            new Rule(
                    "Pages say that they are UTF-8, and what a browser may do with them.",
                    "pages",
                    "security D1",
                    PageRules::headers),
            new Rule(
                    "An error page's way back leads to the sign-in page.",
                    "the link back on the error page",
                    "Q-56",
                    PageRules::wayBack),
            new Rule(
                    "An unknown error code is shown as an error without a name.",
                    "an unknown code on the error page",
                    "Q-61",
                    PageRules::unknownCode),
            new Rule(
                    "The address field supports autofill, and has Cardea's placeholder.",
                    "the address field",
                    "architecture §6",
                    ofPage(summary -> inputs(summary, PageRules::addressField))));

    private static final Map<String, String> POLICY = Map.of(
            "x-content-type-options", "nosniff",
            "x-frame-options", "DENY",
            "referrer-policy", "same-origin",
            "cross-origin-opener-policy", "same-origin",
            "permissions-policy",
                    "camera=(), geolocation=(), microphone=(), payment=(),"
                            + " publickey-credentials-create=(self), publickey-credentials-get=(self)");

    private static final Set<String> KNOWN_ERRORS = Set.of("Configuration", "AccessDenied", "Verification");

    private PageRules() {}

    private static Rule.Rewrite ofPage(UnaryOperator<Claims> change) {
        return (transcript, expected) ->
                expected.page() == null ? expected : expected.page(change.apply(expected.page()));
    }

    /** The sign-in page where no provider is configured. */
    static Claims emptySignIn() {
        return Claims.of("title", "Sign In")
                .with("bodyClass", "__next-auth-theme-auto")
                .with("rootClass", "signin")
                .with("externalScripts", List.of())
                .with("inlineScript", false)
                .with("themeStyles", 0L)
                .with("errorBox", false)
                .with("hrCount", 0L)
                .with("links", List.of())
                .with("providerImages", List.of())
                .with("forms", List.of());
    }

    /** The recordings have no provider with its own logo. */
    private static Claims self(Claims page) {
        return page.with("themeStyles", 0L).with("providerImages", List.of()).with("externalScripts", List.of());
    }

    private static Outcome headers(Transcript transcript, Outcome expected) {
        if (expected.page() == null) return expected;
        boolean loopback = transcript.origin().matches("https?://localhost(:\\d+)?");
        boolean script = Boolean.TRUE.equals(expected.page().value("inlineScript"));
        var outcome = expected.header("content-type", "text/html; charset=utf-8")
                .header(
                        "content-security-policy",
                        "default-src 'none'; style-src '<style hash>'"
                                + (script ? "; script-src '<script hash>'; connect-src 'self'" : "")
                                + "; img-src 'self' https: data:;"
                                + " form-action 'self' https:"
                                + (loopback ? " http://localhost:* http://127.0.0.1:*" : "")
                                + "; frame-ancestors 'none'; base-uri 'none'; object-src 'none'");
        for (var header : POLICY.entrySet()) outcome = outcome.header(header.getKey(), header.getValue());
        return outcome;
    }

    private static Outcome wayBack(Transcript transcript, Outcome expected) {
        var wrong = transcript.url() + "/signin";
        if (expected.page() == null || !List.of(wrong).equals(expected.page().value("links"))) return expected;
        var right = transcript.origin() + transcript.basePath() + "/signin";
        return expected.page(expected.page().with("links", List.of(right)));
    }

    private static Outcome unknownCode(Transcript transcript, Outcome expected) {
        boolean unknown = transcript.isFor("error")
                && !KNOWN_ERRORS.contains(transcript.query("error").orElse(""));
        if (expected.page() == null || !unknown) return expected;
        return expected.page(expected.page().with("links", List.of(transcript.origin())));
    }

    private static Map<String, Object> addressField(Map<String, Object> input) {
        if (!"email".equals(input.get("type"))) return input;
        input.put("autocomplete", "email");
        input.put("placeholder", "you@example.com");
        return input;
    }

    /** A page with its inputs changed. */
    static Claims inputs(Claims page, UnaryOperator<Map<String, Object>> change) {
        var forms = page.get(Claim.list("forms")).orElse(List.of()).stream()
                .map(form -> Claims.of((Map<?, ?>) form))
                .map(form -> form.with(
                        "inputs",
                        form.get(Claim.list("inputs")).orElse(List.of()).stream()
                                .map(input -> change.apply(copy((Map<?, ?>) input)))
                                .toList()))
                .map(Claims::asMap)
                .toList();
        return page.with("forms", forms);
    }

    private static Map<String, Object> copy(Map<?, ?> input) {
        var copy = new LinkedHashMap<String, Object>();
        input.forEach((name, value) -> copy.put((String) name, value));
        return copy;
    }
}
