package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.providers.catalog.ProviderInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generates docs/providers: a page for each built-in provider from its class and Javadoc, and the list of all. */
final class Pages {
    private static final String NOTE =
            "<!-- Generated from the provider class and its Javadoc. Edit those; CONTRIBUTING.md has the command. -->\n\n";

    private final List<Brand> brands = Providers.all();
    private final Map<String, String> classes = DocComment.classes();
    private final Map<String, String> links = new LinkedHashMap<>();

    Pages() {
        brands.forEach(brand -> links.put(classes.get(brand.id()), link(brand)));
    }

    /** The pages by file name. */
    Map<String, String> all() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("README.md", index());
        for (var brand : brands) {
            pages.put(brand.id() + ".md", page(brand));
        }
        return pages;
    }

    DocComment comment(Brand brand) {
        return DocComment.of(classes.get(brand.id()), links);
    }

    private static String link(Brand brand) {
        return "[" + brand.name() + "](" + brand.id() + ".md)";
    }

    private String index() {
        var text = new StringBuilder(NOTE);
        text.append("# Built-in providers\n\n");
        text.append("""
                Let users log in with Google, GitHub, Microsoft, Okta or more than a hundred other services. Cardea supports OpenID
                Connect (OIDC) and OAuth 2.0 providers for single sign-on (SSO) and social login, and email services for magic links.

                1. Register your application with the service. The provider's page says where, and which redirect URI to enter.
                1. Set the environment variables for the client ID, the client secret and, if the table lists it, the issuer.
                1. Add the provider: `AuthConfig.builder().provider(GitHub.provider())` in Java, or `providers: [github]` in the
                   [server's file](../server.md#providers).

                `cardea providers` prints this list, and `cardea providers --json` prints every detail. You can change any part of a
                provider with the methods of `OAuthProvider`, or with keys in the file. If your service isn't listed, adding it takes
                [about ten lines](../own-provider.md).

                """);
        section(
                text,
                "OpenID Connect",
                brands.stream()
                        .filter(b -> b.type() == ProviderType.OIDC && !isGone(b))
                        .toList());
        section(
                text,
                "OAuth 2.0",
                brands.stream()
                        .filter(b -> b.type() == ProviderType.OAUTH && !isGone(b))
                        .toList());
        section(
                text,
                "Sign-in links by email",
                brands.stream().filter(b -> b.type() == ProviderType.EMAIL).toList());
        text.append(
                "To send emails with SMTP, use `nodemailer` (or `email`): `Smtp.sender(server)` of `cardea-mail` in Java, or\n"
                        + "the key `server` in the [server's file](../server.md#providers).\n\n");
        text.append(
                "## Passwords and passkeys\n\n`credentials` is a form that your application checks, for example for\n"
                        + "[passwords](../passwords.md). `passkey` and `webauthn` are [passkeys](../passkeys.md).\n\n");
        section(text, "Closed services", brands.stream().filter(Pages::isGone).toList());
        text.append("""
                ## Troubleshooting

                **The provider shows `redirect_uri_mismatch`.** You registered a different redirect URI. Register
                `{url}{basePath}/callback/{id}`, which `cardea doctor` prints.

                **Users see an error page with a reference.** Look up the reference to get the cause and the fix:
                [diagnose a failed sign-in](../guides/diagnose-a-failed-sign-in.md).

                **The button is missing.** The provider isn't in your configuration. Add it, then restart or reload.
                """);
        return text.toString().stripTrailing() + "\n";
    }

    private static boolean isGone(Brand brand) {
        return brand.retired().isPresent();
    }

    private static void section(StringBuilder text, String title, List<Brand> some) {
        text.append("## ")
                .append(title)
                .append("\n\n| Provider | ID | ")
                .append(title.equals("Closed services") ? "What happened" : "Required settings")
                .append(" |\n|---|---|---|\n");
        for (var brand : some) {
            text.append("| ")
                    .append(link(brand))
                    .append(" | `")
                    .append(brand.id())
                    .append("` | ");
            text.append(isGone(brand) ? brand.retired().orElseThrow() : needs(brand))
                    .append(" |\n");
        }
        text.append("\n");
    }

    private static String needs(Brand brand) {
        return options(brand)
                .filter(option -> Boolean.TRUE.equals(option.value("required")))
                .map(option -> "`" + option.text("name") + "`")
                .filter(name -> !name.equals("`apiKey`"))
                .collect(Collectors.joining(", "));
    }

    private static Stream<Claims> options(Brand brand) {
        return Vectors.objects(ProviderInfo.of(brand), "options");
    }

    private String page(Brand brand) {
        var comment = comment(brand);
        var text = new StringBuilder(NOTE);
        text.append("# ").append(brand.name()).append("\n\n");
        var paragraphs = comment.paragraphs();
        if (isGone(brand)) {
            paragraphs.forEach(paragraph -> text.append(wrapped(paragraph)).append("\n"));
            return text.append("> [!WARNING]\n> ")
                    .append(brand.retired().orElseThrow())
                    .append(".\n> Cardea rejects a configuration with this provider.\n\n[All providers](README.md)\n")
                    .toString();
        }
        var name = brand.name() + ".";
        var what = paragraphs.get(0);
        boolean isSaid = what.equals(name) || brand.type() == ProviderType.EMAIL;
        text.append(wrapped(isSaid ? purpose(brand) : purpose(brand) + " " + what));
        text.append("\n## Set it up\n\n");
        for (var step : steps(brand, comment))
            text.append(wrapped("1. " + step).replace("\n", "\n   ").stripTrailing())
                    .append("\n");
        notes(text, brand, paragraphs.subList(2, paragraphs.size() - 1));
        text.append("\n## Reference\n\n| | |\n|---|---|\n");
        row(text, "ID", "`" + brand.id() + "`");
        row(
                text,
                "Java",
                comment.makers().stream().map(maker -> "`" + maker + "`").collect(Collectors.joining(", ")));
        row(text, "Server's file", "`" + yaml(brand) + "`");
        var facts = ProviderInfo.of(brand);
        if (brand.type() == ProviderType.EMAIL) {
            row(text, "Variable", "`" + key(brand) + "`");
        } else {
            oauth(text, brand, facts);
        }
        optionTable(text, brand);
        if (brand.type() != ProviderType.EMAIL) mapping(text, facts);
        text.append("\n[All providers](README.md)\n");
        return text.toString();
    }

    private static String purpose(Brand brand) {
        return switch (brand.type()) {
            case EMAIL -> "Send sign-in emails with magic links through " + brand.name() + ".";
            case OIDC -> "Add " + brand.name() + " login to your application with OpenID Connect (SSO).";
            default -> "Add " + brand.name() + " login to your application with OAuth 2.0.";
        };
    }

    private static List<String> steps(Brand brand, DocComment comment) {
        var steps = new ArrayList<String>();
        steps.add(comment.paragraphs().get(1));
        if (brand.type() == ProviderType.EMAIL) {
            steps.add("Set `" + key(brand) + "` to the key.");
        } else {
            steps.add("Use `" + redirectUri(brand) + "` as the redirect URI.");
            var needed = variables(brand);
            boolean hasIssuer = needed.size() > 2;
            steps.add("Set `" + needed.get(0) + "` to the client ID" + (hasIssuer ? ", `" : " and `") + needed.get(1)
                    + "` to the client secret" + (hasIssuer ? " and `" + needed.get(2) + "` to the issuer." : "."));
        }
        steps.add("Add the provider: `" + comment.makers().get(0) + "` in Java, or `" + yaml(brand)
                + "` in the [server's file](../server.md#providers).");
        return steps;
    }

    private static void notes(StringBuilder text, Brand brand, List<String> more) {
        var notes = Stream.concat(more.stream(), brand.facts().notes().stream()).toList();
        if (notes.isEmpty()) return;
        text.append("\n## Good to know\n");
        notes.forEach(note -> text.append("\n").append(wrapped(note)));
    }

    static String redirectUri(Brand brand) {
        return "https://{your site}/auth/callback/" + brand.id();
    }

    /** Returns the variable of a mail service's key. */
    static String key(Brand brand) {
        return String.valueOf(Vectors.object(ProviderInfo.of(brand), "env").text("apiKey"));
    }

    /** Returns the variables that must be set: those of client ID and secret, and of the issuer if it has no default. */
    static List<String> variables(Brand brand) {
        var names = Vectors.object(ProviderInfo.of(brand), "env");
        return Stream.of("clientId", "clientSecret", "issuer")
                .filter(name -> !name.equals("issuer") || isNeeded(brand, name))
                .map(names::text)
                .toList();
    }

    private static boolean isNeeded(Brand brand, String name) {
        return options(brand)
                .anyMatch(option -> name.equals(option.text("name")) && Boolean.TRUE.equals(option.value("required")));
    }

    private static String yaml(Brand brand) {
        var needed = options(brand)
                .filter(option -> Boolean.TRUE.equals(option.value("required")))
                .map(option -> String.valueOf(option.text("name")))
                .filter(name -> !name.equals("apiKey") && !name.equals("issuer"))
                .map(name -> name.contains(".") ? name.replaceFirst("\\.(.*)", ": { $1: … }") : name + ": …")
                .toList();
        return needed.isEmpty() ? "- " + brand.id() : "- { id: " + brand.id() + ", " + String.join(", ", needed) + " }";
    }

    private static void oauth(StringBuilder text, Brand brand, Claims facts) {
        row(text, "Redirect URI", "`" + redirectUri(brand) + "`");
        var issuer = options(brand)
                .filter(option -> "issuer".equals(option.text("name")))
                .findFirst();
        var variables = new ArrayList<String>();
        Vectors.texts(facts, "env").forEach((name, variable) -> {
            if (!name.equals("issuer") || issuer.isPresent()) variables.add("`" + variable + "`");
        });
        row(text, "Variables", String.join(", ", variables));
        issuer.ifPresent(option -> row(
                text, "Issuer", option.value("default") == null ? "required" : "`" + option.value("default") + "`"));
        row(text, "Protocol", brand.type() == ProviderType.OIDC ? "OpenID Connect" : "OAuth 2.0");
        var scope = Vectors.object(facts, "scope").text("effectiveDefault");
        row(text, "Scope", scope.isEmpty() ? "none" : "`" + scope + "`");
        var checks = (List<?>) Vectors.object(facts, "checks").value("effective");
        row(text, "Checks", checks.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        row(
                text,
                "Client authentication",
                "`" + Vectors.object(facts, "clientAuthentication").text("method") + "`");
        for (var name : List.of("Authorization", "Token", "Userinfo")) {
            var url = Vectors.object(facts, name.toLowerCase(Locale.ROOT)).text("url");
            if (url != null) row(text, name, "`" + url + "`");
        }
        var discovery = Vectors.object(facts, "discovery").text("url");
        if (discovery != null) row(text, "Discovery", "`" + discovery + "`");
    }

    private static void optionTable(StringBuilder text, Brand brand) {
        if (brand.options().isEmpty()) return;
        text.append("\n## Options\n\n| Option | Default | Values | Meaning |\n|---|---|---|---|\n");
        for (var option : brand.options()) {
            var fallback = option.fallback();
            text.append("| `").append(option.name()).append("` | ");
            if (option.needed()) text.append("required");
            else if (fallback != null) text.append(fallback.isEmpty() ? "empty" : "`" + fallback + "`");
            text.append(" | ").append(String.join(", ", option.values()));
            text.append(" | ").append(option.means()).append(" |\n");
        }
    }

    private static void mapping(StringBuilder text, Claims facts) {
        text.append("\n## Profile mapping\n\n| User field | From the profile |\n|---|---|\n");
        Vectors.object(facts, "profileMapping").asMap().forEach((field, from) -> {
            if (field.equals("source")) return;
            var words = String.valueOf(from).replace("|", "\\|");
            text.append("| ")
                    .append(field)
                    .append(" | ")
                    .append(words.equals("null") ? "–" : "`" + words + "`")
                    .append(" |\n");
        });
    }

    private static void row(StringBuilder text, String name, String value) {
        text.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }

    /** Wrapped at 120 characters. */
    private static String wrapped(String paragraph) {
        var lines = new StringBuilder();
        int width = 0;
        for (var word : paragraph.split(" ")) {
            if (width > 0 && width + 1 + word.length() > 120) {
                lines.append("\n");
                width = 0;
            } else if (width > 0) {
                lines.append(" ");
                width++;
            }
            lines.append(word);
            width += word.length();
        }
        return lines.append("\n").toString();
    }
}
