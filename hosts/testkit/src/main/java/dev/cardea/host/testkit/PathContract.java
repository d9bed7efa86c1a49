package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.Request;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guard, router and {@code Auth} agree on the meaning of a path in every spelling. */
interface PathContract extends HostTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "//admin",
                "///admin/x",
                "/admin//x",
                "//admin//x",
                "/./admin",
                "/admin/.",
                "/open/../admin",
                "/open/..;/admin",
                "/open/..;a=b/admin/x",
                "/open;/../admin",
                "/open/%2e%2e/admin",
                "/open/%2E%2E;/admin",
                "/open/.%2e/admin",
                "/open/%252e%252e/admin",
                "/open%2f..%2fadmin",
                "/open%2F%2e%2e%2Fadmin",
                "/open/..%2fadmin",
                "/open%5c..%5cadmin",
                "/open\\..\\admin",
                "/..\\admin",
                "/auth/../admin",
                "/auth/..;/admin",
                "/auth/%2e%2e/admin",
                "/auth%2f..%2fadmin",
                "/auth/session/../../admin",
                "/auth/session/..;/..;/admin",
                "/auth/signin/../../admin",
                "/auth//../admin",
                "/admin;",
                "/admin;/x",
                "/admin;jsessionid=1",
                "/admin;jsessionid=1/x",
                "/;/admin",
                "/;a=b/admin",
                "/admin/;/x",
                "/%61dmin",
                "/%61%64%6d%69%6e/x",
                "/%2561dmin",
                "/admin%2fx",
                "/admin%2Fx",
                "/%2fadmin",
                "/admin%20",
                "/admin%09",
                "/admin%0a",
                "/admin%0d%0a",
                "/admin%00",
                "/admin%00.css",
                "/admin%3b",
                "/admin%3f",
                "/admin%23",
                "/admin.",
                "/admin.html",
                "/admin.css",
                "/admin/x.css",
                "/admin/x;.css",
                "/admin/",
                "/admin/x/",
                "/account/",
                "/account;",
                "/account%2f",
                "/account.json",
                "/ADMIN",
                "/Admin/x",
                "/aDMIN/",
                "/adm%C4%B1n",
                "/ad%6Din/x",
                "/%C0%AEadmin",
                "/%c0%af/admin",
                "/admin#x",
                "/admin?/open",
                "/open?/../admin",
                "/admin%u002fx",
                "/%u0061dmin"
            })
    default void no_other_spelling_bypasses_the_guard(String path) {
        requireRejected(site().get(path), path);
        requireRejected(site().get(path).header("Accept", "text/html"), path);
        requireRejected(site().post(path, Site.FORM, ""), path);
        site().with(config -> config.callbacks(Callbacks.DEFAULT.authorized(params -> Decision.allowIf(
                params.auth() != null && "Boss".equals(params.auth().user().name())))));
        var ada = site().signedIn("Ada");
        var answer = site().send(withCookies(site().get(path), cookies(ada.cookies(site().address()))));
        assertThat(answer.text()).as(path).doesNotContain(Application.INSIDE);
        site().with(config -> config.callbacks(Callbacks.DEFAULT.authorized(PathContract::byPath)));
        var other = site().send(withCookies(site().get(path), cookies(ada.cookies(site().address()))));
        assertThat(other.text()).as(path).doesNotContain(Application.INSIDE);
        assertThat(other.status()).as(path).isLessThan(500);
    }

    /** A rule of an application that considers only one spelling. */
    private static Decision byPath(AuthorizedParams params) {
        boolean isForBoss = params.path().startsWith("/admin") || params.path().startsWith("/account");
        var user = params.auth();
        return Decision.allowIf(
                user != null && (!isForBoss || "Boss".equals(user.user().name())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/admin",
                "http://evil.example/admin",
                "HTTP://127.0.0.1/admin/x",
                "https://127.0.0.1/admin",
                "http://127.0.0.1//admin",
                "http:///admin",
                "admin",
                "*",
                "?/admin",
                "/admin\thttp",
                "@127.0.0.1/admin"
            })
    default void no_malformed_target_bypasses_the_guard(String target) {
        var head = "GET " + target + " HTTP/1.1\r\nHost: " + site().address().substring(7)
                + "\r\nConnection: close\r\n\r\n";
        var answer = site().wire().one(Wire.bytes(head, new byte[0]), "GET");
        assertThat(answer.text()).doesNotContain(Application.INSIDE);
        assertThat(answer.status()).isNotEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//auth/session",
                "///auth/session",
                "/./auth/session",
                "/auth/./session",
                "/auth/../auth/session",
                "/open/../auth/session",
                "/auth/x/../session",
                "/auth/..;/auth/session",
                "/auth;x=1/session",
                "/auth/;/session",
                "/auth/session;x=1",
                "/auth/session;jsessionid=1",
                "/%61uth/session",
                "/auth/%73ession",
                "/auth%2fsession",
                "/auth/%2e/session",
                "/auth/%2e%2e/auth/session",
                "/auth\\session",
                "/AUTH/session",
                "/auth/SESSION",
                "/Auth/Session",
                "/auth/session%00",
                "/auth/session%20",
                "/auth/session%0a",
                "/auth/session.json",
                "/authsession",
                "/auth/session/x",
                "/open/auth/session"
            })
    default void no_other_spelling_is_a_route(String path) {
        var ada = site().signedIn("Ada");
        site().forget();
        var answer = site().send(withCookies(site().get(path), cookies(ada.cookies(site().address()))));
        assertThat(answer.text()).as(path).doesNotContain("Ada");
        assertThat(answer.status()).as(path).isNotIn(200, 500);
        site().heard().map(Request::path).ifPresent(heard -> assertThat(heard).isEqualTo(path));
    }

    private void requireRejected(Request request, String path) {
        site().forget();
        var answer = site().send(request);
        assertThat(answer.text()).as(path).doesNotContain(Application.INSIDE);
        assertThat(answer.status()).as(path).isNotEqualTo(500);
        site().heard()
                .map(Request::target)
                .ifPresent(heard -> assertThat(heard).isIn(path, path.replaceFirst("#.*", "")));
    }

    private static Request withCookies(Request request, String cookies) {
        return request.header("Cookie", cookies);
    }

    private static String cookies(java.util.Map<String, String> all) {
        return all.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(java.util.stream.Collectors.joining("; "));
    }
}
