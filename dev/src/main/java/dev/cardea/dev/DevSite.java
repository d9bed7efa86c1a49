package dev.cardea.dev;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pages of development mode, below {@code /_cardea}. The request has passed {@link RequestGuard}. */
final class DevSite {
    private static final String AUTHORIZE = DevelopmentMode.PATH + "/authorize/";
    private static final String MAILS = DevelopmentMode.PATH + "/mails/";

    private final Map<String, LocalProvider> providers;
    private final List<DevPerson> people;
    private final DevState state;
    private final boolean mails;
    private final String basePath;
    private final @Nullable String url;
    private final Banner banner;
    private final Map<String, DevPage> tools = new LinkedHashMap<>();

    /**
     * @param mails whether sign-in by mail is configured
     * @param pages the origin of these pages; empty for that of the site
     * @param url of the site, if these pages have another origin
     * @param tools the further pages
     */
    DevSite(
            Map<String, LocalProvider> providers,
            List<DevPerson> people,
            DevState state,
            boolean mails,
            String basePath,
            String pages,
            @Nullable String url,
            List<DevPage> tools) {
        this.providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
        this.people = people;
        this.state = state;
        this.mails = mails;
        this.basePath = basePath;
        this.url = url;
        banner = new Banner(pages, basePath, providers.values(), people, state.passkeys());
        for (var tool : tools) this.tools.put(tool.path(), tool);
    }

    Banner banner() {
        return banner;
    }

    /** Returns the path at which a browser finds the page of a provider. */
    static String authorizationPage(String provider) {
        return AUTHORIZE + provider;
    }

    Map<String, LocalProvider> providers() {
        return providers;
    }

    Response handle(Request request, HttpHandler routes) {
        var path = request.path();
        return switch (request.method()) {
            case "GET", "HEAD" -> get(request, path);
            case "POST" -> post(request, path, routes);
            default -> notFound();
        };
    }

    private Response get(Request request, String path) {
        if (path.equals(DevelopmentMode.PATH) || path.equals(DevelopmentMode.PATH + "/")) {
            return DevPages.overview(providers.values(), people, state.inbox(), mails, signInPage());
        }
        if (path.equals(DevelopmentMode.PATH + "/inbox.json")) {
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
        var tool = tools.get(path);
        if (tool != null) return tool.show(Form.decode(request.rawQuery()));
        var provider = provider(path);
        if (provider == null) return notFound();
        var params = Form.decode(request.rawQuery());
        return provider.check(request.rawQuery()).orElseGet(() -> DevPages.choose(provider, people, params));
    }

    private Response post(Request request, String path, HttpHandler routes) {
        var form = Form.decode(request.text());
        var tool = tools.get(path);
        if (tool != null) return tool.act(form);
        if (path.equals(DevelopmentMode.PATH + "/inbox/clear")) {
            state.inbox().clear();
            return seeOther(DevelopmentMode.PATH);
        }
        if (path.equals(DevelopmentMode.PATH + "/sign-in")) {
            var provider = providers.get(form.getOrDefault("provider", ""));
            if (provider == null) return notFound();
            return new OneClick(routes, basePath, url, provider).signIn(request, form.getOrDefault("person", ""));
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
        boolean isBack = path.startsWith(basePath + "/callback/");
        boolean failed = request.method().equals("POST")
                && path.startsWith(basePath + "/signin/")
                && answer.header("location").filter(it -> it.contains("error=")).isPresent();
        if (isBack || failed) state.faults().endSignIn();
        return request.method().equals("POST") ? clicked(request, answer) : answer;
    }

    /** Approves a sign-in that began with a click on a person in the bar beside an application. */
    private Response clicked(Request request, Response answer) {
        var start = basePath + "/signin/";
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

    private String signInPage() {
        return (url == null ? "" : WebUrl.parse(url).orElseThrow().origin()) + basePath + "/signin";
    }

    private @Nullable LocalProvider provider(String path) {
        return path.startsWith(AUTHORIZE) ? providers.get(path.substring(AUTHORIZE.length())) : null;
    }

    static Response seeOther(String path) {
        return Response.of(303).location(path).header("Cache-Control", "no-store");
    }

    private static Response notFound() {
        return Response.of(404, "text/plain; charset=utf-8", "Development mode has no such page.\n");
    }
}
