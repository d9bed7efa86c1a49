package dev.cardea.dev;

import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts a sign-in as the browser would, approves it as a person, and sends the browser to the callback. */
final class OneClick {
    private final HttpHandler routes;
    private final DevPaths paths;
    private final @Nullable String url;
    private final LocalProvider provider;

    /** @param url of the site, if the click is on a page of another origin */
    OneClick(HttpHandler routes, DevPaths paths, @Nullable String url, LocalProvider provider) {
        this.routes = routes;
        this.paths = paths;
        this.url = url;
        this.provider = provider;
    }

    Response signIn(Request click, String person) {
        var cookies = new ArrayList<String>();
        click.header("cookie").ifPresent(cookies::add);
        var csrf = routes.handle(like(click, "GET", paths.basePath() + "/csrf", cookies, ""));
        remember(csrf, cookies);
        var form = Form.encode(
                Map.of("csrfToken", token(csrf), "callbackUrl", url == null ? paths.contextPath() + "/" : origin(url)));
        var start = routes.handle(like(click, "POST", paths.basePath() + "/signin/" + provider.id(), cookies, form));
        var location = start.header("location").orElse(paths.home());
        var page = paths.page(provider) + "?";
        var next = location.startsWith(page)
                ? provider.approve(Form.decode(location.substring(page.length())), person)
                : DevPages.seeOther(location);
        return withCookies(next, List.of(csrf, start));
    }

    private Request like(Request click, String method, String target, List<String> cookies, String body) {
        var headers = Headers.NONE;
        for (var name : List.of("host", "origin", "sec-fetch-site", "user-agent", "accept-language")) {
            var value = click.headers().first(name);
            if (value.isPresent()) headers = headers.with(name, value.get());
        }
        if (url != null) {
            var site = origin(url);
            headers =
                    headers.set("host", site.substring(site.indexOf("//") + 2)).set("origin", site);
        }
        if (!cookies.isEmpty()) headers = headers.with("cookie", String.join("; ", cookies));
        if (!body.isEmpty()) headers = headers.with("content-type", "application/x-www-form-urlencoded");
        return Request.of(method, click.scheme(), target, headers, new byte[0], click.remoteAddress())
                .body(body);
    }

    private static String origin(String url) {
        return WebUrl.parse(url).orElseThrow().origin();
    }

    private static void remember(Response answer, List<String> cookies) {
        for (var line : answer.headers().all("set-cookie")) cookies.add(line.split(";", 2)[0]);
    }

    private static String token(Response csrf) {
        try {
            return String.valueOf(
                    Json.parseObject(csrf.text(), Json.INBOUND_DEPTH).text("csrfToken"));
        } catch (JsonException e) {
            return "";
        }
    }

    private static Response withCookies(Response next, List<Response> answers) {
        var all = next;
        for (var answer : answers) {
            for (var line : answer.headers().all("set-cookie")) all = all.header("Set-Cookie", line);
        }
        return all;
    }
}
