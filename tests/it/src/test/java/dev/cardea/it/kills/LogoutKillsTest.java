package dev.cardea.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider reports logouts while the store is killed, and reports those again that failed. */
@Tag("part")
@Tag("process")
@Tag("store")
@Tag("nightly")
class LogoutKillsTest {
    private static final int VISITORS = 6;

    /** A visitor, and the token that says that this visitor logged out at the provider. */
    private record Logout(Visitor visitor, String token) {}

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "redis"})
    void a_logout_that_meets_a_killed_store_is_answered_as_failed_and_a_second_try_ends_the_session(String store)
            throws Exception {
        try (var site = Site.openWithLogout(store)) {
            var staying = signedIn(site);
            List<Logout> meeting = logouts(site);
            List<Logout> late = logouts(site);
            var threads = Executors.newFixedThreadPool(VISITORS);
            try {
                var answers = new ArrayList<Future<Integer>>();
                for (var one : meeting) answers.add(threads.submit(() -> reported(site, one)));
                Processes.kill(site.store.process());
                for (var one : late) assertThat(reported(site, one)).isNotEqualTo(200);
                site.store.restart();
                for (var server : site.servers)
                    Eventually.isTrue("the store is back", () -> Web.health(server.address()) == 200);

                for (var one : late) assertThat(one.visitor.isSignedIn()).isTrue();
                for (var one : late) assertThat(reported(site, one)).isEqualTo(200);
                for (int i = 0; i < meeting.size(); i++) {
                    if (answers.get(i).get() != 200) reported(site, meeting.get(i));
                }
            } finally {
                threads.shutdownNow();
            }
            for (var one : late) isSignedOut(one);
            for (var one : meeting) isSignedOut(one);
            assertThat(staying.isSignedIn()).isTrue();
        }
    }

    private static void isSignedOut(Logout one) {
        Eventually.isTrue(one.visitor.address + " is signed out", () -> !one.visitor.isSignedIn());
    }

    private static List<Logout> logouts(Site site) throws IOException {
        var all = new ArrayList<Logout>();
        for (int i = 0; i < VISITORS; i++) {
            var visitor = signedIn(site);
            all.add(new Logout(visitor, site.logoutToken(visitor)));
        }
        return all;
    }

    private static Visitor signedIn(Site site) throws IOException {
        var visitor = site.providerVisitor();
        assertThat(visitor.signsInAtProvider()).isTrue();
        return visitor;
    }

    /** Returns the status of the answer; 0 without one. */
    private static int reported(Site site, Logout one) {
        var server = site.servers.get(0);
        try {
            return Web.send(Web.request(server.address() + "/auth/backchannel-logout/op")
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .POST(HttpRequest.BodyPublishers.ofString(Form.encode(Map.of("logout_token", one.token)))))
                    .statusCode();
        } catch (IOException e) {
            return 0;
        }
    }
}
