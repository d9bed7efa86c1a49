package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Browser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;

/** Concurrent requests: what is single-use succeeds once, and no visitor receives another's session. */
class RaceTest {
    private static final int MANY = 16;

    @RepeatedTest(20)
    void first_sign_ins_of_one_person_make_one_user_and_all_succeed() throws Exception {
        var site = Site.stored();
        var browsers = browsers(site);
        atOnce(browsers.stream().map(browser ->
                (Callable<Object>) () -> browser.open(APP + "/auth/signin").press("Sign in with Demo ID")));
        assertThat(browsers).allMatch(b -> signedIn(b).isPresent());
        assertThat(site.events.stream().filter("createUser"::equals)).hasSize(1);
        assertThat(site.events.stream().filter("linkAccount"::equals)).hasSize(1);
        assertThat(site.events.stream().filter("signIn"::equals)).hasSize(MANY);
    }

    @RepeatedTest(20)
    void a_link_opened_many_times_concurrently_signs_in_once() throws Exception {
        var site = Site.stored();
        var csrf = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        site.browser.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf, "email", "bob@example.com"));
        var link = site.inbox.links().get(0);
        var browsers = browsers(site);
        atOnce(browsers.stream().map(browser -> (Callable<Object>) () -> browser.open(link)));
        assertThat(browsers.stream().filter(b -> signedIn(b).isPresent())).hasSize(1);
    }

    private static java.util.Optional<String> signedIn(Browser browser) {
        return browser.cookie(APP + "/", "__Secure-authjs.session-token");
    }

    private static List<Browser> browsers(Site site) {
        return IntStream.range(0, MANY).mapToObj(i -> site.anotherBrowser()).toList();
    }

    private static void atOnce(java.util.stream.Stream<Callable<Object>> work) throws Exception {
        var barrier = new CyclicBarrier(MANY);
        var pool = Executors.newFixedThreadPool(MANY);
        try {
            var running = new ArrayList<java.util.concurrent.Future<Object>>();
            work.forEach(task -> running.add(pool.submit(() -> {
                barrier.await();
                return task.call();
            })));
            for (var one : running) one.get();
        } finally {
            pool.shutdownNow();
        }
    }
}
