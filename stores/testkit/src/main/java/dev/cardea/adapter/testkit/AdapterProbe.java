package dev.cardea.adapter.testkit;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UnitOfWork;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Wraps an adapter: records its calls, lets the n-th of them fail, and blocks one until a test resumes it. For tests of
 * a store that fails halfway, or of two requests that meet at the worst moment.
 *
 * <pre>{@code
 * var probe = AdapterProbe.on(new InMemoryAdapter());
 * var pause = probe.pauseBefore("updateSession");       // the next one waits
 * var refresh = runInAnotherThread(() -> auth.handle(getSession));
 * pause.awaitReached();
 * auth.handle(signOut);
 * pause.resume();
 * }</pre>
 *
 * <p>The wrapped adapter keeps its capabilities, also inside a unit of work.
 */
public final class AdapterProbe {
    private static final long PATIENCE_SECONDS = 60;

    /** A blocked call. */
    public static final class Pause {
        private final String method;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch resumed = new CountDownLatch(1);

        private Pause(String method) {
            this.method = method;
        }

        /** Waits until the call has arrived. */
        public void awaitReached() {
            await(reached, "no call of " + method + " arrived");
        }

        /**
         * Waits until the call has arrived, or the task ends without it. A call that arrives later is not blocked.
         *
         * @return whether the call has arrived, and waits
         */
        public boolean awaitReached(Future<?> task) {
            while (!isReached() && !task.isDone()) pass();
            if (!isReached()) resume();
            return isReached();
        }

        private boolean isReached() {
            return reached.getCount() == 0;
        }

        private boolean isResumed() {
            return resumed.getCount() == 0;
        }

        private void pass() {
            try {
                var ignored = reached.await(20, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }

        /** Lets the call continue. */
        public void resume() {
            resumed.countDown();
        }

        private void hold() {
            reached.countDown();
            await(resumed, method + " was not resumed");
        }
    }

    /** The failure that a test requested. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Failure(String method) {
            super(method + " fails on request of the test");
        }
    }

    private final Adapter adapter;
    private final List<String> calls = new ArrayList<>();
    private final List<Pause> pauses = new ArrayList<>();
    private final Set<Class<?>> hidden;
    private int failBefore;
    private int failAfter;
    private int failFrom;

    private AdapterProbe(Adapter real, Set<Class<?>> hidden) {
        this.hidden = hidden;
        adapter = observe(real);
    }

    public static AdapterProbe on(Adapter real) {
        return new AdapterProbe(real, Set.of());
    }

    /** Wraps an adapter and hides one capability. */
    public static AdapterProbe without(Class<? extends Adapter> capability, Adapter real) {
        return new AdapterProbe(real, Set.of(capability));
    }

    /** Returns the wrapped adapter, with the capabilities of the real one. */
    public Adapter adapter() {
        return adapter;
    }

    /** Returns the wrapped adapter as one capability. */
    public <A extends Adapter> A as(Class<A> capability) {
        return capability.cast(adapter);
    }

    /** Returns the names of all calls so far, in order; a unit of work is {@code inUnit}, then its own calls. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    public synchronized void forgetCalls() {
        calls.clear();
    }

    /** Lets the n-th call from now on fail before it reaches the store; 1 is the next, 0 none. */
    public synchronized void failBefore(int n) {
        failBefore = n;
    }

    /** Lets the n-th call from now on reach the store, and then fail as if its response was lost. */
    public synchronized void failAfter(int n) {
        failAfter = n;
    }

    /** Lets the n-th call and all later ones fail, as if the store went down; 0 brings the store back. */
    public synchronized void failFrom(int n) {
        failFrom = n;
    }

    /** Blocks the next call of this name before it reaches the store. */
    public synchronized Pause pauseBefore(String method) {
        var pause = new Pause(method);
        pauses.add(pause);
        return pause;
    }

    private Adapter observe(Adapter real) {
        var capabilities = new ArrayList<Class<?>>();
        for (Class<?> type = real.getClass(); type != null; type = type.getSuperclass()) {
            for (var capability : type.getInterfaces()) {
                if (Adapter.class.isAssignableFrom(capability)
                        && !hidden.contains(capability)
                        && !capabilities.contains(capability)) {
                    capabilities.add(capability);
                }
            }
        }
        return (Adapter) Proxy.newProxyInstance(
                Adapter.class.getClassLoader(),
                capabilities.toArray(Class<?>[]::new),
                (self, method, arguments) -> call(real, method, arguments));
    }

    private @Nullable Object call(Adapter real, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) return invoke(real, method, arguments);
        boolean lost = begin(method.getName());
        @Nullable Object answer;
        if (real instanceof UnitOfWork unit && method.getName().equals("inUnit") && arguments != null) {
            @SuppressWarnings("unchecked")
            var work = (Function<Adapter, @Nullable Object>) arguments[0];
            answer = unit.inUnit(bound -> work.apply(observe(bound)));
        } else {
            answer = invoke(real, method, arguments);
        }
        if (lost) throw new Failure(method.getName());
        return answer;
    }

    /** Records the call and returns whether its response is to be lost. */
    private boolean begin(String method) {
        Pause pause;
        boolean lost;
        synchronized (this) {
            calls.add(method);
            if (failBefore > 0 && --failBefore == 0) throw new Failure(method);
            if (failFrom == 1) throw new Failure(method);
            if (failFrom > 1) failFrom--;
            lost = failAfter > 0 && --failAfter == 0;
            pauses.removeIf(Pause::isResumed);
            pause = pauses.stream()
                    .filter(it -> it.method.equals(method))
                    .findFirst()
                    .orElse(null);
            if (pause != null) pauses.remove(pause);
        }
        if (pause != null) pause.hold();
        return lost;
    }

    private static @Nullable Object invoke(Adapter real, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static void await(CountDownLatch latch, String otherwise) {
        try {
            if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) throw new AssertionError(otherwise);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
