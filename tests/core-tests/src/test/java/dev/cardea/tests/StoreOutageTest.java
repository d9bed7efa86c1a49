package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How often a sign-in waits for a store: once while it is away, and again only after it lost a race. */
class StoreOutageTest {
    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final List<String> units = new CopyOnWriteArrayList<>();
    private final List<Thread> waiting = new CopyOnWriteArrayList<>();
    private final CountDownLatch linkIsBack = new CountDownLatch(1);
    private volatile @Nullable StoreException inUnits;
    private volatile int failures;
    private volatile boolean isAway;

    private final Site site = Site.onRows(store());

    @Test
    void an_unavailable_store_is_tried_once() {
        inUnits = new StoreUnavailableException("away", null);
        failures = Integer.MAX_VALUE;
        site.browser.open(APP + "/auth/signin").press("Sign in with Demo ID");

        assertThat(units).hasSize(1);
        assertThat(site.session()).isEqualTo("null");
    }

    @Test
    void a_lost_race_is_run_again() {
        for (var failure :
                List.of(new StoreConflictException("late", null), new DuplicateKeyException("taken", null))) {
            units.clear();
            site.browser.clearCookies();
            inUnits = failure;
            failures = 1;
            site.browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
            assertThat(units).hasSize(2);
            assertThat(site.session()).contains("ada@example.com");
        }
    }

    @Test
    void only_a_lost_race_is_run_again() {
        for (var failure : List.of(new StoreException("who knows", null), new RowNotFoundException("gone", null))) {
            units.clear();
            inUnits = failure;
            failures = Integer.MAX_VALUE;
            site.browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
            assertThat(units).hasSize(1);
        }
    }

    @Test
    void a_link_is_put_back_behind_the_answer_once_the_store_is_there_again() throws Exception {
        var csrf = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        site.browser.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf, "email", "bob@example.com"));
        var link = site.inbox.links().get(0);
        inUnits = new StoreUnavailableException("away", null);
        failures = 1;
        isAway = true;
        waiting.clear();
        assertThat(site.browser.open(link).url()).contains("error=Configuration");
        assertThat(waiting).containsOnlyOnce(Thread.currentThread());
        isAway = false;

        assertThat(linkIsBack.await(30, TimeUnit.SECONDS)).isTrue();
        site.browser.open(link);
        assertThat(site.session()).contains("bob@example.com");
    }

    /** In front of the memory: units fail as told, and while it is away nothing is put back. */
    private Adapter store() {
        return (Adapter) Proxy.newProxyInstance(
                StoreOutageTest.class.getClassLoader(),
                InMemoryAdapter.class.getInterfaces(),
                (self, method, arguments) -> {
                    if (method.getName().equals("inUnit")) beginUnit();
                    if (method.getName().equals("createVerificationToken") && isAway) throw away();
                    var answer = invoke(method, arguments);
                    if (method.getName().equals("createVerificationToken") && !waiting.isEmpty())
                        linkIsBack.countDown();
                    return answer;
                });
    }

    private void beginUnit() {
        units.add("unit");
        var failure = inUnits;
        if (failure == null || failures == 0) return;
        failures--;
        waiting.add(Thread.currentThread());
        throw failure;
    }

    private StoreUnavailableException away() {
        waiting.add(Thread.currentThread());
        return new StoreUnavailableException("away", null);
    }

    private @Nullable Object invoke(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(memory, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
