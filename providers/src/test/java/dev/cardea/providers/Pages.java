package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.ProviderType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pages of docs/providers: one for each brand, made of its class and the comment on it, and the list of them. */
final class Pages {
    private static final String NOTE =
            "<!-- Made of the class and its comment; CONTRIBUTING.md says how. Changes belong there. -->\n\n";

    private final List<Brand> brands = Providers.all();
    private final Map<String, String> classes = DocComment.classes();
    private final Map<String, String> links = new LinkedHashMap<>();

    Pages() {
        brands.forEach(brand -> links.put(classes.get(brand.id()), link(brand)));
    }

    /** File names and what stands in them. */
    Map<String, String> all() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("README.md", index());
        for (var brand : brands) {
            pages.put(brand.id() + ".md", page(brand, DocComment.of(classes.get(brand.id()), links)));
        }
        return pages;
    }

    /** What a comment says after what it is and how to register: {@code quirks.json}, for lists. */
    String quirks() {
        var names = new LinkedHashMap<String, String>();
        brands.forEach(brand -> names.put(classes.get(brand.id()), "`" + brand.id() + "`"));
        var lines = brands.stream().map(brand -> {
            var said = DocComment.of(classes.get(brand.id()), names).paragraphs();
            var odd = said.size() < 3 ? List.<String>of() : said.subList(2, said.size());
            return "  " + Json.print(brand.id()) + ": " + Json.print(odd);
        });
        return lines.collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    private static String link(Brand brand) {
        return "[" + brand.name() + "](" + brand.id() + ".md)";
    }

    private String index() {
        var text = new StringBuilder(NOTE);
        text.append("# Providers\n\n");
        text.append(
                "Ways to sign in that are built in: in Java a value, `AuthConfig.builder().provider(GitHub.provider())`; in\n"
                        + "the [server's file](../server.md) a name, `providers: [github]`. Client id, secret and issuer come from the\n"
                        + "environment, named after the id. `cardea providers` lists them too, `--json` with every fact.\n\n");
        text.append(
                "What is not here is [ten lines](../own-provider.md). Everything that a provider is can be replaced by\n"
                        + "the methods of `OAuthProvider`, or in the file by the keys of its kind.\n\n");
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
                "Links by e-mail",
                brands.stream().filter(b -> b.type() == ProviderType.EMAIL).toList());
        text.append(
                "SMTP is `nodemailer` (also `email`): `Smtp.sender(server)` of `cardea-mail`, or the key `server` in the\n"
                        + "[file](../server.md#providers).\n\n");
        text.append(
                "## Others\n\n`credentials` is a form that your application judges; `passkey` and `webauthn` are passkeys.\n\n");
        section(text, "Gone", brands.stream().filter(Pages::isGone).toList());
        return text.toString().stripTrailing() + "\n";
    }

    private static boolean isGone(Brand brand) {
        return brand.oauth().filter(oauth -> oauth.retired() != null).isPresent();
    }

    private static void section(StringBuilder text, String title, List<Brand> some) {
        text.append("## ").append(title).append("\n\n| | id | has to be said |\n|---|---|---|\n");
        for (var brand : some) {
            text.append("| ")
                    .append(link(brand))
                    .append(" | `")
                    .append(brand.id())
                    .append("` | ");
            text.append(isGone(brand) ? brand.oauth().orElseThrow().retired() : needs(brand))
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
        return Vectors.objects(brand.facts(), "options");
    }

    private String page(Brand brand, DocComment comment) {
        var text = new StringBuilder(NOTE);
        text.append("# ").append(brand.name()).append("\n\n");
        comment.paragraphs()
                .forEach(paragraph -> text.append(wrapped(paragraph)).append("\n"));
        if (isGone(brand)) {
            text.append("**Gone.** ")
                    .append(brand.oauth().orElseThrow().retired())
                    .append(".\n");
            return text.append("A configuration with it is refused by these words.\n\n[All providers](README.md)\n")
                    .toString();
        }
        text.append("| | |\n|---|---|\n");
        row(text, "id", "`" + brand.id() + "`");
        row(
                text,
                "Java",
                comment.makers().stream().map(maker -> "`" + maker + "`").collect(Collectors.joining(", ")));
        row(text, "server", "`" + yaml(brand) + "`");
        var facts = brand.facts();
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
                text,
                "issuer",
                option.value("default") == null ? "has to be said" : "`" + option.value("default") + "`"));
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
        text.append("\n## Options\n\n| option | default | values | means |\n|---|---|---|---|\n");
        for (var option : brand.options()) {
            var fallback = option.fallback();
            text.append("| `").append(option.name()).append("` | ");
            if (option.needed()) text.append("has to be said");
            else if (fallback != null) text.append(fallback.isEmpty() ? "empty" : "`" + fallback + "`");
            text.append(" | ").append(String.join(", ", option.values()));
            text.append(" | ").append(option.means()).append(" |\n");
        }
    }

    private static void mapping(StringBuilder text, Claims facts) {
        text.append("\n## Who somebody is\n\n| of the user | from the profile |\n|---|---|\n");
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

    /** In lines of 120 characters, as everything of ours. */
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
