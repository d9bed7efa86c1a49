package dev.cardea.adapter.redis;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stands between adapter and Redis, and lets the process die after so many steps; also counts them. */
final class InterruptedCommands implements Commands {
    static final class InterruptionException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final Commands redis;
    private int left;
    private int steps;
    private @Nullable Runnable before;
    private int beforeStep;

    InterruptedCommands(Commands redis, int steps) {
        this.redis = redis;
        left = steps;
    }

    static InterruptedCommands never(Commands redis) {
        return new InterruptedCommands(redis, Integer.MAX_VALUE);
    }

    /** Runs something before the n-th step from now on: what another process does at the worst moment. */
    InterruptedCommands before(int step, Runnable something) {
        beforeStep = step;
        before = something;
        return this;
    }

    int steps() {
        return steps;
    }

    private <T> T step(Supplier<T> command) {
        if (left-- <= 0) throw new InterruptionException();
        if (++steps == beforeStep && before != null) before.run();
        return command.get();
    }

    private boolean flag(BooleanSupplier command) {
        return step(command::getAsBoolean);
    }

    private void run(Runnable command) {
        flag(() -> {
            command.run();
            return true;
        });
    }

    @Override
    public @Nullable String get(String key) {
        return step(() -> redis.get(key));
    }

    @Override
    public List<@Nullable String> all(List<String> keys) {
        return step(() -> redis.all(keys));
    }

    @Override
    public List<@Nullable String> joined(String key, String field, String prefix) {
        return step(() -> redis.joined(key, field, prefix));
    }

    @Override
    public void put(String key, String value, long keepMillis) {
        run(() -> redis.put(key, value, keepMillis));
    }

    @Override
    public boolean putNew(String key, String value, long keepMillis) {
        return flag(() -> redis.putNew(key, value, keepMillis));
    }

    @Override
    public boolean replace(String key, String expected, String value, long keepMillis) {
        return flag(() -> redis.replace(key, expected, value, keepMillis));
    }

    @Override
    public boolean remove(String key, String expected) {
        return flag(() -> redis.remove(key, expected));
    }

    @Override
    public void enlist(String key, String entry, long until, long now) {
        run(() -> redis.enlist(key, entry, until, now));
    }

    @Override
    public List<String> listed(String key) {
        return step(() -> redis.listed(key));
    }

    @Override
    public void delist(String key, String entry) {
        run(() -> redis.delist(key, entry));
    }

    @Override
    public boolean together(List<Change> changes) {
        return flag(() -> redis.together(changes));
    }
}
