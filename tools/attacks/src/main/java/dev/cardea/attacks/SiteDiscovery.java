package dev.cardea.attacks;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out from the public routes what a site has. */
final class SiteDiscovery {
    /** The base paths of the library and of sites in JavaScript. */
    private static final List<String> BASE_PATHS = List.of("/auth", "/api/auth");

    private final TargetSite.Connection connection;

    SiteDiscovery(TargetSite.Connection connection) {
        this.connection = connection;
    }

    /** Returns the base paths to try: that of the address, or the usual ones. */
    List<String> basePaths() {
        var path = connection.url().path().replaceFirst("/+$", "");
        return path.isEmpty() ? BASE_PATHS : List.of(path);
    }

    /** Returns the site below one of the base paths; empty if it is absent. */
    Optional<TargetSite> site(TargetSite.Facts facts) throws IOException {
        for (var basePath : basePaths()) {
            var providers = providers(connection.send(Call.get(basePath + "/providers")));
            if (providers.isEmpty()) continue;
            var offer = new TargetSite.Offer(providers.get(), forms(basePath, providers.get()), csrfCookie(basePath));
            return Optional.of(new TargetSite(connection, basePath, offer, facts));
        }
        return Optional.empty();
    }

    static Optional<List<SiteProvider>> providers(Answer answer) {
        if (answer.status() != 200) return Optional.empty();
        return JsonAnswers.object(answer.text()).flatMap(SiteDiscovery::providers);
    }

    private static Optional<List<SiteProvider>> providers(Claims all) {
        List<SiteProvider> found = new ArrayList<>();
        for (var id : all.asMap().keySet()) {
            var provider = all.get(Claim.object(id));
            var type = provider.map(it -> it.text("type")).orElse(null);
            if (type == null) return Optional.empty();
            var signInUrl = provider.map(it -> it.text("signinUrl")).orElse("");
            found.add(new SiteProvider(id, provider.map(it -> it.text("name")).orElse(id), type, signInUrl));
        }
        return Optional.of(found);
    }

    /** Returns the fields of the forms of password accounts, by route. A page of the application has the same form as JSON. */
    private Map<String, List<String>> forms(String basePath, List<SiteProvider> providers) throws IOException {
        Map<String, List<String>> found = new LinkedHashMap<>();
        if (providers.stream().noneMatch(SiteProvider::isPassword)) return found;
        for (var route : List.of(AccountForms.SIGN_UP, AccountForms.FORGOT)) {
            var answer = connection.send(Call.get(basePath + route).header("Accept", "application/json"));
            var fields = fields(answer);
            if (answer.status() == 200 && !fields.isEmpty()) found.put(route, fields);
        }
        return found;
    }

    private static List<String> fields(Answer answer) {
        var described = JsonAnswers.object(answer.text()).flatMap(it -> it.get(Claim.list("fields")));
        return described.orElse(List.of()).stream()
                .filter(Map.class::isInstance)
                .map(field -> String.valueOf(((Map<?, ?>) field).get("name")))
                .toList();
    }

    /** Returns the name of the cookie whose value begins with the token of the answer. */
    private String csrfCookie(String basePath) throws IOException {
        var answer = connection.send(Call.get(basePath + "/csrf"));
        var token = JsonAnswers.member(answer.text(), "csrfToken");
        var usual = (connection.url().isHttps() ? "__Host-" : "") + "authjs.csrf-token";
        if (token.isEmpty()) return usual;
        return answer.cookies().stream()
                .filter(cookie -> cookie.value().startsWith(token.get()))
                .map(SetCookie::name)
                .findFirst()
                .orElse(usual);
    }
}
