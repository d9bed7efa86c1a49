package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.token.Secrets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Only a site that proves to know the secret is attacked. */
class OwnershipTest {
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Test
    void a_site_elsewhere_is_refused_without_a_secret_and_hears_nothing() {
        // An address that is reserved for documentation (RFC 5737): a request would have no answer.
        assertThatThrownBy(() -> Attacks.against("http://192.0.2.1").run())
                .isInstanceOf(NotYourSiteException.class)
                .hasMessageContaining("only your own site may be attacked");
    }

    @Test
    void a_signed_call_over_the_bridge_is_the_proof() throws Exception {
        try (var site = AttackedSite.start(this::noted)) {
            assertThatCode(() -> require(site, Secrets.of(AttackedSite.SECRET))).doesNotThrowAnyException();
        }
        assertThat(heard).containsExactly("/auth/providers");
    }

    @Test
    void where_the_bridge_is_off_the_digest_of_the_token_is_the_proof() throws Exception {
        try (var site = AttackedSite.start(config -> config.bridge(false), this::noted)) {
            assertThatCode(() -> require(site, Secrets.of(AttackedSite.SECRET))).doesNotThrowAnyException();
        }
        assertThat(heard).containsExactly("/auth/providers", "/auth/csrf");
    }

    @Test
    void a_site_with_another_secret_is_refused_and_hears_nothing_but_the_proof() {
        try (var site = AttackedSite.start(this::noted)) {
            assertThatThrownBy(() -> require(site, Secrets.of("another-secret-of-thirty-two-bytes-or-more")))
                    .isInstanceOf(NotYourSiteException.class)
                    .hasMessageContaining("did not prove that it knows the secret");
        }
        assertThat(heard).containsExactly("/auth/providers", "/auth/csrf");
    }

    @Test
    void a_site_that_answers_everything_proves_nothing() {
        AttackedSite.Weakness any = (request, site) ->
                Response.json(200, "{\"csrfToken\":\"x\"}").header("Set-Cookie", "authjs.csrf-token=x%7C; HttpOnly");
        try (var site = AttackedSite.start(any)) {
            assertThatThrownBy(() -> require(site, Secrets.of(AttackedSite.SECRET)))
                    .isInstanceOf(NotYourSiteException.class);
        }
    }

    private Response noted(Request request, HttpHandler site) {
        heard.add(request.path());
        return site.handle(request);
    }

    private static void require(AttackedSite site, @Nullable Secrets secrets) throws IOException {
        var url = WebUrl.parse(site.url()).orElseThrow();
        var wire = new Wire(url, InetAddress.getByName(URI.create(site.url()).getHost()));
        var connection = new TargetSite.Connection(url, wire, Pace.ofThisMachine(), new Masks());
        new Ownership(connection, Clock.systemUTC()).require(secrets, List.of("/auth"));
    }
}
