package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Inbox;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** During a failure no user is signed in, and no protected page is shown. */
interface FailureContract extends HostTest {
    List<UnaryOperator<AuthConfig.Builder>> BROKEN = List.of(
            config -> config.secret(List.of()),
            config -> config.secret("short"),
            config -> config.trustHost(false),
            config -> config.session(SessionOptions.database()),
            config -> config.provider(OAuthProvider.oauth("x", "X")),
            config -> config.provider(EmailProvider.of("email", new Inbox()).from("a@b.example")),
            config -> config.adapter(new Adapter() {})
                    .provider(EmailProvider.of("email", new Inbox()).from("a@b.example")),
            config -> {
                throw new IllegalStateException("the tenant is geheim");
            });

    @Test
    default void an_invalid_configuration_gives_no_access() {
        var cookies = cookiesOf("Ada");
        for (int i = 0; i < BROKEN.size(); i++) {
            var broken = BROKEN.get(i);
            site().by(request -> broken.apply(site().base()).build());
            for (var cookie : List.of("", cookies)) {
                var session = ask("/auth/session", cookie);
                assertThat(session.status()).as("broken configuration %s", i).isEqualTo(500);
                assertThat(session.text()).contains("\"message\"").doesNotContain("geheim", "Ada");
                for (var page : List.of("/admin", "/admin/x", "/account", "/auth/../admin", "//admin")) {
                    var answer = ask(page, cookie);
                    assertThat(answer.status()).as(page).isIn(400, 404, 500);
                    assertThat(answer.text()).doesNotContain("geheim", Application.INSIDE);
                }
                assertThat(ask("/admin", cookie).status()).isEqualTo(500);
                var me = ask("/me", cookie);
                assertThat(me.status()).isBetween(500, 599);
                assertThat(me.text()).isNotEqualTo("null").doesNotContain("\"Ada\"");
                assertThat(ask("/open", cookie).status()).isEqualTo(200);
            }
        }
        site().reset();
        assertThat(ask("/admin", cookies).text()).isEqualTo("inside for Ada");
    }

    @Test
    default void an_outage_of_the_store_closes_only_protected_pages() {
        site().withoutPassword(config -> config.adapter(down()).session(SessionOptions.database()));
        var cookie = Site.SESSION + "=1234";
        var admin = ask("/admin", cookie);
        assertThat(admin.status()).isEqualTo(503);
        assertThat(admin.text()).doesNotContain("geheim", Application.INSIDE);
        assertThat(admin.headers().all("Set-Cookie")).isEmpty();

        var session = ask("/auth/session", cookie);
        assertThat(session.status()).isEqualTo(200);
        assertThat(session.text()).isEqualTo("null");
        assertThat(session.headers().all("Set-Cookie")).noneMatch(line -> line.startsWith(Site.SESSION));

        var me = ask("/me", cookie);
        assertThat(me.status()).isBetween(500, 599);
        assertThat(me.text()).isNotEqualTo("null");
        assertThat(ask("/open", cookie).status()).isEqualTo(200);
        assertThat(ask("/admin", "").status()).isEqualTo(401);
    }

    @Test
    default void sign_out_from_code_does_not_succeed_during_an_outage_of_the_store() {
        site().withoutPassword(config -> config.adapter(down()).session(SessionOptions.database()));
        var answer = site().send(
                        site().post("/do/sign-out?to=/open", Site.FORM, "").header("Cookie", Site.SESSION + "=1234"));
        assertThat(answer.status()).isBetween(500, 599);
        assertThat(answer.headers().all("Set-Cookie")).isEmpty();
    }

    private Response ask(String target, String cookie) {
        Request request = site().get(target);
        return site().send(cookie.isEmpty() ? request : request.header("Cookie", cookie));
    }

    private String cookiesOf(String name) {
        return site().signedIn(name).cookies(site().address()).entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(java.util.stream.Collectors.joining("; "));
    }

    static Adapter down() {
        return (Adapter) Proxy.newProxyInstance(
                FailureContract.class.getClassLoader(),
                new Class<?>[] {UserAdapter.class, SessionAdapter.class},
                (proxy, method, args) -> {
                    if (method.getDeclaringClass() == Object.class)
                        return method.getName().equals("hashCode") ? 1 : "down";
                    throw new IllegalStateException("the database is away, its password is geheim");
                });
    }
}
