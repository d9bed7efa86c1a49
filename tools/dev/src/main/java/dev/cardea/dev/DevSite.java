package dev.cardea.dev;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pages of development mode, below {@code /_cardea}. The request has passed {@link RequestGuard}. */
final class DevSite {
    private static final String AUTHORIZE = "/authorize/";
    private static final String MAILS = "/mails/";

    private final Map<String, LocalProvider> providers;
    private final List<DevPerson> people;
    private final DevState state;
    private final boolean mails;
    private final DevPaths paths;
    private final @Nullable String url;
    private final Banner banner;
    private final List<DevPage> tools;

    /**
     * @param mails whether sign-in by mail is configured
     * @param url of the site, if these pages have another origin
     * @param tools the further pages
     */
    DevSite(
            Map<String, LocalProvider> providers,
            List<DevPerson> people,
            DevState state,
            boolean mails,
            DevPaths paths,
            @Nullable String url,
            List<DevPage> tools) {
        this.providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
        this.people = people;
        this.state = state;
        this.mails = mails;
        this.paths = paths;
        this.url = url;
        this.tools = List.copyOf(tools);
        banner = new Banner(paths, providers.values(), people, state.passkeys());
    }

    /** Returns a copy for an application below a path, whose pages are below it. */
    DevSite at(String contextPath, String basePath) {
        var below = new DevPaths(contextPath, basePath, paths.pages());
        return new DevSite(providers, people, state, mails, below, url, tools);
    }

    /** Returns whether a path is that of a page of development mode. */
    boolean handles(String path) {
        return path.equals(paths.home()) || path.startsWith(paths.home() + "/");
    }

    Banner banner() {
        return banner;
    }

    /** Returns the path of the page of a provider in an application at the root. */
    static String authorizationPage(String provider) {
        return DevPaths.PATH + AUTHORIZE + provider;
    }

    Map<String, LocalProvider> providers() {
        return providers;
    }

    Response handle(Request request, HttpHandler routes) {
        var path = request.path().substring(paths.home().length());
        return switch (request.method()) {
            case "GET", "HEAD" -> get(request, path);
            case "POST" -> post(request, path, routes);
            default -> notFound();
        };
    }

    private Response get(Request request, String path) {
        if (path.isEmpty() || path.equals("/")) {
            return DevPages.overview(paths.home(), providers.values(), people, state.inbox(), mails, signInPage());
        }
        if (path.equals("/inbox.json")) {
            return Response.json(
                            200,
                            Claims.of(
                                            "mails",
                                            state.inbox().mails().stream()
                                                    .map(mail -> mail.json().asMap())
                                                    .toList())
                                    .toJson())
                    .header("Cache-Control", "no-store")
                    .header("X-Content-Type-Options", "nosniff");
        }
        if (path.startsWith(MAILS)) {
            var rest = path.substring(MAILS.length());
            boolean isText = rest.endsWith(DevPages.AS_TEXT);
            var mail = state.inbox().mail(isText ? rest.substring(0, rest.length() - DevPages.AS_TEXT.length()) : rest);
            return mail.map(isText ? DevPages::mailAsText : DevPages::mail).orElseGet(DevSite::notFound);
        }
        var tool = tool(path);
        if (tool.isPresent()) return tool.get().show(paths.home(), Form.decode(request.rawQuery()));
        var provider = provider(path);
        if (provider == null) return notFound();
        var params = Form.decode(request.rawQuery());
        return provider.check(request.rawQuery()).orElseGet(() -> DevPages.choose(provider, people, params));
    }

    private Response post(Request request, String path, HttpHandler routes) {
        var form = Form.decode(request.text());
        var tool = tool(path);
        if (tool.isPresent()) return tool.get().act(paths.home(), form);
        if (path.equals("/inbox/clear")) {
            state.inbox().clear();
            return DevPages.seeOther(paths.home());
        }
        if (path.equals("/sign-in")) {
            var provider = providers.get(form.getOrDefault("provider", ""));
            if (provider == null) return notFound();
            return new OneClick(routes, paths, url, provider).signIn(request, form.getOrDefault("person", ""));
        }
        var provider = provider(path);
        if (provider == null) return notFound();
        var person = form.getOrDefault("person", "");
        var params = new LinkedHashMap<>(form);
        params.remove("person");
        return provider.approve(params, person);
    }

    /** Ends the faults of one sign-in when that is over: it came back from the provider or the mail, or could not begin. */
    Response afterRoute(Request request, Response answer) {
        var path = request.path();
        boolean isBack = path.startsWith(paths.basePath() + "/callback/");
        boolean failed = request.method().equals("POST")
                && path.startsWith(paths.basePath() + "/signin/")
                && answer.header("location").filter(it -> it.contains("error=")).isPresent();
        if (isBack || failed) state.faults().endSignIn();
        return below(request.method().equals("POST") ? clicked(request, answer) : answer);
    }

    /** Approves a sign-in that began with a click on a person in the bar beside an application. */
    private Response clicked(Request request, Response answer) {
        var start = paths.basePath() + "/signin/";
        if (!request.path().startsWith(start)) return answer;
        var provider = providers.get(request.path().substring(start.length()));
        var person = Form.decode(request.text()).get(Banner.PERSON);
        var location = answer.header("location").orElse("");
        if (provider == null || person == null || !location.startsWith(provider.page() + "?")) return answer;
        var params = Form.decode(location.substring(provider.page().length() + 1));
        return provider.approve(params, person)
                .header("location")
                .map(answer::location)
                .orElse(answer);
    }

    /** The configuration does not know the path of the application, so its redirects lead to pages at the root. */
    private Response below(Response answer) {
        var prefix = paths.prefix();
        if (prefix.isEmpty()) return answer;
        var page = authorizationPage("");
        var location = answer.header("location").filter(it -> it.startsWith(page));
        var below = location.isEmpty() ? answer : answer.location(prefix + location.get());
        boolean isJson = answer.header("content-type").orElse("").startsWith("application/json");
        if (!isJson) return below;
        var body = answer.text().replace('"' + page, '"' + prefix + page);
        return Response.of(below.status(), below.headers(), body.getBytes(StandardCharsets.UTF_8));
    }

    private Optional<DevPage> tool(String path) {
        return tools.stream().filter(tool -> path.equals("/" + tool.name())).findFirst();
    }

    private String signInPage() {
        return (url == null ? "" : WebUrl.parse(url).orElseThrow().origin()) + paths.basePath() + "/signin";
    }

    private @Nullable LocalProvider provider(String path) {
        return path.startsWith(AUTHORIZE) ? providers.get(path.substring(AUTHORIZE.length())) : null;
    }

    private static Response notFound() {
        return Response.of(404, "text/plain; charset=utf-8", "Page not found.\n");
    }
}
