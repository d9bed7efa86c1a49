package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.SignOut;
import dev.cardea.config.Env;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.Request;
import dev.cardea.http.ResponseHeaders;
import dev.cardea.json.Claims;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GuardTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String NAME = "authjs.session-token";

    private final AuthConfig.Builder config =
            AuthConfig.builder().env(Env.none()).secret(SECRET).logger(new AuthLogger() {});
    private final Request anonymous = Request.get("http://localhost/inside");
    private final Request ada = anonymous.header("cookie", NAME + "=" + token());

    @Test
    void a_route_is_answered_even_if_every_path_is_protected() {
        var request = Request.get("http://localhost/auth/session");
        var admission = Auth.of(config).guard("/*").admit(request, "/auth/session");
        assertThat(admission).isInstanceOf(Admission.Route.class);
        assertThat(((Admission.Route) admission).answer(request).text()).isEqualTo("null");
    }

    @Test
    void a_path_is_protected_as_it_was_sent_and_as_the_framework_reads_it() {
        var auth = Auth.of(config);
        assertThat(status(auth.guard("/inside").admit(anonymous, "/elsewhere"))).isEqualTo(401);
        assertThat(status(auth.guard("/routed").admit(anonymous, "/routed"))).isEqualTo(401);
        assertThat(isProtected(auth.guard("/other").admit(anonymous, "/routed")))
                .isFalse();
        assertThat(isProtected(auth.guard("/inside").admit(ada, "/inside"))).isTrue();
    }

    @Test
    void protected_paths_are_relative_to_the_path_at_which_an_application_is_mounted() {
        var guard = Auth.of(config).guard("/inside");
        var request = Request.get("http://localhost/shop/inside");
        assertThat(status(guard.admit(request, "/inside", "/x"))).isEqualTo(401);
        assertThat(status(guard.admit(request, "/x", "/inside"))).isEqualTo(401);
        assertThat(isProtected(guard.admit(request, "/shop/inside"))).isFalse();
    }

    @Test
    void a_guard_without_paths_protects_nothing_and_a_copy_protects_its_own_only() {
        var guard = Auth.of(config).guard();
        assertThat(isProtected(guard.admit(anonymous, "/inside"))).isFalse();
        assertThat(status(guard.protect("/inside").admit(anonymous, "/inside"))).isEqualTo(401);
        assertThat(isProtected(guard.protect("/inside").protect("/other").admit(anonymous, "/inside")))
                .isFalse();
        assertThatThrownBy(() -> guard.protect("inside")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_page_that_a_framework_forwards_to_is_decided_for_the_same_visitor() {
        var reads = new AtomicInteger();
        var auth = Auth.of(config.callbacks(Callbacks.DEFAULT
                .jwt(p -> {
                    reads.incrementAndGet();
                    return p.token();
                })
                .authorized(p -> Decision.allowIf(!p.path().equals("/admin")))));
        var guard = auth.guard("/*");
        var first = (Admission.Page) guard.admit(ada, "/inside");
        var forwarded = Request.get("http://localhost/admin");
        assertThat(status(guard.admit(first.visitor(), forwarded, "/admin", "/admin")))
                .isEqualTo(403);
        assertThat(reads).hasValue(1);
    }

    @Test
    void with_a_broken_configuration_open_pages_are_shown_and_no_protected_one() {
        var guard = Auth.of(request -> config.trustHost(false).build()).guard("/inside");
        assertThat(isProtected(guard.admit(anonymous, "/open", "/open"))).isFalse();
        assertThat(status(guard.admit(anonymous, "/inside"))).isEqualTo(500);
        assertThat(guard.admit(Request.get("http://localhost/auth/session"), "/auth/session"))
                .isInstanceOf(Admission.Route.class);
    }

    @Test
    void a_sign_out_from_a_page_replaces_the_cookies_that_renew_the_session() {
        var visitor = due();
        var response = new RecordedHeaders();
        visitor.keep(200, response);
        assertThat(response.values("set-cookie")).anyMatch(line -> line.startsWith(NAME + ".0="));

        var redirect = visitor.signOut(SignOut.to("/"), response);
        assertThat(redirect.headers().fields())
                .singleElement()
                .satisfies(field -> assertThat(field.value()).isEqualTo("http://localhost/"));
        assertThat(response.values("set-cookie"))
                .isNotEmpty()
                .allMatch(line -> line.contains("Max-Age=0"))
                .containsExactlyElementsOf(redirect.cookies().stream()
                        .map(cookie -> cookie.toHeaderValue())
                        .toList());
    }

    @Test
    void a_header_that_a_server_names_twice_is_read_once_and_an_unchanged_one_is_not_set() {
        var response = new RecordedHeaders();
        response.lines.add(new String[] {"Set-Cookie", "a=1"});
        response.lines.add(new String[] {"set-cookie", "b=2"});
        response.lines.add(new String[] {"Vary", "Cookie"});
        due().keep(200, response);
        assertThat(response.values("Set-Cookie"))
                .filteredOn(line -> line.equals("a=1"))
                .hasSize(1);
        assertThat(response.values("Set-Cookie"))
                .filteredOn(line -> line.equals("b=2"))
                .hasSize(1);
        assertThat(response.values("Cache-Control")).containsExactly("private, no-store");
        assertThat(response.set).doesNotContain("Vary");
    }

    @Test
    void a_page_that_a_shared_cache_may_keep_is_left_as_it_is() {
        var response = new RecordedHeaders();
        response.lines.add(new String[] {"Cache-Control", "public, max-age=60"});
        due().keep(200, response);
        assertThat(response.set).isEmpty();
    }

    /** Returns a visitor whose session is due for renewal, because the callback adds to it. */
    private Visitor due() {
        return Auth.of(config.callbacks(Callbacks.DEFAULT.jwt(p -> p.token().with("more", "x".repeat(5000)))))
                .visitor(ada);
    }

    private static int status(Admission admission) {
        assertThat(admission).isInstanceOf(Admission.Denial.class);
        return ((Admission.Denial) admission).response().status();
    }

    private static boolean isProtected(Admission admission) {
        assertThat(admission).isInstanceOf(Admission.Page.class);
        return ((Admission.Page) admission).isProtected();
    }

    private static String token() {
        return Jwt.encode(new EncodeParams(Claims.of("sub", "1").with("name", "Ada"), Secrets.of(SECRET), NAME, 3600));
    }

    /** Headers as a simple server keeps them. */
    private static final class RecordedHeaders implements ResponseHeaders {
        private final List<String[]> lines = new ArrayList<>();
        private final List<String> set = new ArrayList<>();

        @Override
        public Collection<String> names() {
            return lines.stream().map(line -> line[0]).toList();
        }

        @Override
        public Collection<String> values(String name) {
            return lines.stream()
                    .filter(line -> line[0].equalsIgnoreCase(name))
                    .map(line -> line[1])
                    .toList();
        }

        @Override
        public void set(String name, List<String> values) {
            set.add(name);
            lines.removeIf(line -> line[0].equalsIgnoreCase(name));
            values.forEach(value -> lines.add(new String[] {name, value}));
        }
    }
}
