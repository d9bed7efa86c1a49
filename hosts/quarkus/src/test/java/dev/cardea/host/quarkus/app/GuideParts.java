package dev.cardea.host.quarkus.app;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.testing.Inbox;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What a test and the application of its guides share. It belongs to no application, so both use one class. */
public final class GuideParts {
    public static final InMemoryAdapter STORE = new InMemoryAdapter();
    public static final Inbox INBOX = new Inbox();
    public static final Map<String, String> HASHES = new ConcurrentHashMap<>();

    private GuideParts() {}
}
