package dev.cardea.adapter;

/** Checks that a store is ready, for the start of an application. */
public interface HealthCheck extends Adapter {
    /**
     * Returns if the store responds and has what the adapter needs.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     * @throws RuntimeException if tables, keys or indexes are missing; the message names them
     */
    void check();
}
