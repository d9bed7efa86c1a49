package dev.cardea.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.BadRequestException;
import dev.cardea.config.Env;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.SessionPrincipal;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizedParamsTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/                      | /",
                "/admin                 | /admin",
                "/admin/                | /admin",
                "/Admin/X               | /admin/x",
                "/%61dmin               | /admin",
                "/%2561dmin             | /admin",
                "/%25252561dmin         | /admin",
                "/adm%C4%B1n            | /admin",
                "//admin//x             | /admin/x",
                "/./admin/.             | /admin",
                "/admin%2fx             | /admin/x",
                "/admin%5cx             | /admin/x",
                "/admin;jsessionid=1/x  | /admin/x",
                "/;a=b/admin;           | /admin",
                "/admin%3b/x            | /admin/x",
                "/admin%20              | /admin",
                "/my%20page             | /my page",
                "/gr%C3%B6%C3%9Fe       | /größe",
                "/CAF%C3%89             | /café",
                "/admin?/open           | /admin",
                "/100%25                | /100%",
                "/a..b/.well-known      | /a..b/.well-known"
            })
    void a_path_has_one_canonical_spelling(String sent, String path) {
        assertThat(params(sent).path()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/open/../admin",
                "/admin/../open",
                "/open/..;/admin",
                "/open/%2e%2e/admin",
                "/open%2f..%2fadmin",
                "/open/%252e%252e/admin",
                "/open%5c..%5cadmin",
                "/admin%00",
                "/admin%0d%0a",
                "/admin%7f",
                "/%C0%AEadmin",
                "/%u0061dmin",
                "/%25U0061dmin",
                "/open/%u002e%u002e/admin",
                "/%25252525252561dmin"
            })
    void a_path_that_routers_read_in_different_ways_is_answered_with_400(String sent) {
        assertThatThrownBy(() -> params(sent).path()).isInstanceOf(BadRequestException.class);
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .callbacks(Callbacks.DEFAULT.authorized(
                        p -> Decision.allowIf(!p.path().isEmpty()))));
        assertThat(auth.visitor(Request.get("http://localhost" + sent)).refusal())
                .map(Response::status)
                .hasValue(400);
    }

    @Test
    void the_request_keeps_the_path_as_sent() {
        assertThat(params("/%61dmin").request().path()).isEqualTo("/%61dmin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/admin", "/%61dmin", "//ADMIN/x"})
    void a_rule_for_a_path_applies_to_every_spelling(String path) {
        var config = AuthConfig.builder().env(Env.none()).secret(SECRET);
        config.callbacks(Callbacks.DEFAULT.authorized(p -> {
            if (p.auth() == null) return Decision.deny();
            boolean isForAdmins = p.path().equals("/admin") || p.path().startsWith("/admin/");
            var roles = SessionPrincipal.of(p.auth()).roles();
            return Decision.allowIf(!isForAdmins || roles.contains("ADMIN"));
        }));
        var auth = Auth.of(config);
        var reader = signedIn(path, Claims.of("sub", "1").with("name", "Ada"));
        assertThat(auth.visitor(reader).refusal()).map(Response::status).hasValue(403);
        assertThat(auth.visitor(signedIn("/other", Claims.of("sub", "1"))).refusal())
                .isEmpty();
        assertThat(auth.visitor(Request.get("http://localhost" + path)).refusal())
                .map(Response::status)
                .hasValue(401);
    }

    private static Request signedIn(String path, Claims claims) {
        var name = "authjs.session-token";
        var token = Jwt.encode(new EncodeParams(claims, Secrets.of(SECRET), name, 3600));
        return Request.get("http://localhost" + path).header("cookie", name + "=" + token);
    }

    private static AuthorizedParams params(String path) {
        return new AuthorizedParams(null, Request.get("http://localhost" + path));
    }
}
