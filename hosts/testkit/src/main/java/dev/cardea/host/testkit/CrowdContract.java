package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Browser;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Concurrent visitors. */
interface CrowdContract extends HostTest {
    int PEOPLE = 64;
    int ROUNDS = 5;

    @Test
    default void sixty_four_concurrent_users_see_only_their_own_session() throws Exception {
        var start = new CyclicBarrier(PEOPLE);
        var threads = Executors.newFixedThreadPool(PEOPLE);
        try {
            List<Callable<Boolean>> people = new ArrayList<>();
            for (int i = 0; i < PEOPLE; i++) people.add(person("person " + i + ".", start));
            for (var done : threads.invokeAll(people)) assertThat(done.get()).isTrue();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private Callable<Boolean> person(String name, CyclicBarrier start) {
        return () -> {
            start.await();
            var browser = site().signedIn(name);
            for (int round = 0; round < ROUNDS; round++) sees(browser, name, round);
            browser.send(site().post("/do/sign-out?to=/open", Site.FORM, ""));
            assertThat(browser.send(site().get("/me")).text()).isEqualTo("null");
            assertThat(browser.send(site().get("/admin")).status()).isEqualTo(401);
            return true;
        };
    }

    private void sees(Browser browser, String name, int round) {
        var me = browser.send(site().get("/me"));
        assertThat(me.text()).contains("\"id\":\"id of " + name + "\"");
        assertThat(browser.send(site().get("/admin")).text()).startsWith("inside for " + name);
        assertThat(browser.send(site().get("/auth/session")).text()).contains("\"name\":\"" + name);
        var changed = browser.send(site().post("/do/update?name=" + name.replace(" ", "+") + round, Site.FORM, ""));
        assertThat(changed.text()).contains("\"name\":\"" + name + round + "\"");
    }
}
