package dev.cardea.adapter.redis;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.OutageContract;
import org.junit.jupiter.api.Tag;

/** A Redis whose process is stopped. */
@Tag("part")
@Tag("store")
class OutageTest extends OneNodeTest implements OutageContract {
    private final RedisAdapter adapter = RedisAdapter.of(client);

    @Override
    public Adapter adapter() {
        return adapter;
    }

    @Override
    public void fallSilent() {
        redis.freeze();
    }

    @Override
    public void recover() {
        redis.thaw();
    }
}
