package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.providers.catalog.ProviderInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
            pages.put(brand.id() + ".md", page(brand, DocComment.of(classes.get(brand.id()), links)));
        }
        return pages;
    }

    private static String link(Brand brand) {
        return "[" + brand.name() + "](" + brand.id() + ".md)";
    }

    private String index() {
        var text = new StringBuilder(NOTE);
        text.append("# Built-in providers\n\n");
        text.append(
                "The services with which users can log in: OpenID Connect (OIDC) and OAuth 2.0 providers for single sign-on\n"
                        + "(SSO) and social login, and mail services for magic links. This page is for developers who add one.\n\n");
        text.append(
                "1. Register your application with the service. The provider's page says where, and has the callback address.\n"
                        + "2. Set the environment variables for client id, client secret and, where the table says so, issuer.\n"
                        + "3. Add the provider: in Java `AuthConfig.builder().provider(GitHub.provider())`, in the\n"
                        + "   [server's file](../server.md#providers) `providers: [github]`.\n\n");
        text.append(
                "`cardea providers` prints this list, and `cardea providers --json` prints every fact. You can replace each part\n"
                        + "of a provider with the methods of `OAuthProvider`, or with keys in the file. A service that is not listed takes\n"
                        + "[about ten lines](../own-provider.md).\n\n");
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
                "Sign-in links by e-mail",
                brands.stream().filter(b -> b.type() == ProviderType.EMAIL).toList());
        text.append(
                "For SMTP, use `nodemailer` (or `email`): `Smtp.sender(server)` of `cardea-mail` in Java, or the key `server` in\n"
                        + "the [file](../server.md#providers).\n\n");
        text.append("## Passwords and passkeys\n\n`credentials` is a form that your application checks, such as for\n"
                + "[passwords](../passwords.md). `passkey` and `webauthn` are [passkeys](../passkeys.md).\n\n");
        section(text, "Closed services", brands.stream().filter(Pages::isGone).toList());
        text.append("""
                ## If it does not work

                | symptom | cause | remedy |
                |---|---|---|
                | the provider shows `redirect_uri_mismatch` | the registered address is another one | register `{url}{basePath}/callback/{id}`, which `cardea doctor` prints |
                | the error page with `Configuration` | the cause is for the operator only | look up the reference: [diagnose a failed sign-in](../guides/diagnose-a-failed-sign-in.md) |
                | the button is missing | the provider is not in the configuration | add it, and restart or reload |
                """);
        return text.toString().stripTrailing() + "\n";
    }

    private static boolean isGone(Brand brand) {
        return brand.retired().isPresent();
    }

    private static void section(StringBuilder text, String title, List<Brand> some) {
        text.append("## ")
                .append(title)
                .append("\n\n| provider | id | ")
                .append(title.equals("Closed services") ? "what happened" : "required settings")
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

    private String page(Brand brand, DocComment comment) {
        var text = new StringBuilder(NOTE);
        text.append("# ").append(brand.name()).append("\n\n");
        if (!isGone(brand)) text.append(purpose(brand)).append("\n\n");
        Stream.concat(comment.paragraphs().stream(), brand.facts().notes().stream())
                .filter(paragraph -> !paragraph.equals(brand.name() + "."))
                .forEach(paragraph -> text.append(wrapped(paragraph)).append("\n"));
        if (isGone(brand)) {
            text.append("**Closed.** ").append(brand.retired().orElseThrow()).append(".\n");
            return text.append(
                            "A configuration with this provider is rejected with this message.\n\n[All providers](README.md)\n")
                    .toString();
        }
        text.append("| | |\n|---|---|\n");
        row(text, "id", "`" + brand.id() + "`");
        row(
                text,
                "Java",
                comment.makers().stream().map(maker -> "`" + maker + "`").collect(Collectors.joining(", ")));
        row(text, "server's file", "`" + yaml(brand) + "`");
        var facts = ProviderInfo.of(brand);
        if (brand.type() == ProviderType.EMAIL) {
            row(text, "variable", "`" + Vectors.object(facts, "env").text("apiKey") + "`");
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
            case EMAIL -> "Send magic links (sign-in links by e-mail) through " + brand.name() + ".";
            case OIDC -> "Add login with " + brand.name() + " to your application, over OpenID Connect (SSO).";
            default -> "Add login with " + brand.name() + " to your application, over OAuth 2.0.";
        };
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
        row(text, "callback address", "`https://{your site}/auth/callback/" + brand.id() + "`");
        var issuer = options(brand)
                .filter(option -> "issuer".equals(option.text("name")))
                .findFirst();
        var variables = new ArrayList<String>();
        Vectors.texts(facts, "env").forEach((name, variable) -> {
            if (!name.equals("issuer") || issuer.isPresent()) variables.add("`" + variable + "`");
        });
        row(text, "variables", String.join(", ", variables));
        issuer.ifPresent(option -> row(
                text, "issuer", option.value("default") == null ? "required" : "`" + option.value("default") + "`"));
        row(text, "protocol", brand.type() == ProviderType.OIDC ? "OpenID Connect" : "OAuth 2.0");
        var scope = Vectors.object(facts, "scope").text("effectiveDefault");
        row(text, "scope", scope.isEmpty() ? "none" : "`" + scope + "`");
        var checks = (List<?>) Vectors.object(facts, "checks").value("effective");
        row(text, "checks", checks.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        row(
                text,
                "client authentication",
                "`" + Vectors.object(facts, "clientAuthentication").text("method") + "`");
        for (var name : List.of("authorization", "token", "userinfo")) {
            var url = Vectors.object(facts, name).text("url");
            if (url != null) row(text, name, "`" + url + "`");
        }
        var discovery = Vectors.object(facts, "discovery").text("url");
        if (discovery != null) row(text, "discovery", "`" + discovery + "`");
    }

    private static void optionTable(StringBuilder text, Brand brand) {
        if (brand.options().isEmpty()) return;
        text.append("\n## Options\n\n| option | default | values | meaning |\n|---|---|---|---|\n");
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
        text.append("\n## Profile mapping\n\n| user field | from the profile |\n|---|---|\n");
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
