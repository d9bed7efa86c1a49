/**
 * The promises of every adapter, as tests. The test class of an adapter implements one interface for each of its
 * capabilities:
 *
 * <pre>{@code
 * class RedisAdapterTest implements UserContract, SessionContract, TokenContract {
 *     private final RedisAdapter adapter = new RedisAdapter(…);
 *
 *     @Override
 *     public RedisAdapter adapter() {
 *         return adapter;
 *     }
 * }
 * }</pre>
 *
 * <p>{@link dev.cardea.adapter.testkit.AdapterContract} has the settings,
 * {@link dev.cardea.adapter.testkit.FullContract} all capabilities in one,
 * {@link dev.cardea.adapter.testkit.WithoutUnitsContract} all but units of work. The kit uses the store only through
 * the adapter and makes its own rows in every test, so the store need not be empty and may be shared. It covers the
 * cases of Auth.js's adapter tests. In addition it tests races, hostile text, similar keys, times, unknown ids, and
 * whole sign-ins over the store.
 *
 * <p>Two system properties shorten the kit where a build has little time. {@code cardea.rounds} runs a share of the
 * races and of the keys, as {@link dev.cardea.testing.Rounds} describes it. {@code cardea.head-start} is how many
 * milliseconds a test waits for a thread that must not pass another: 500 if it is not set.
 *
 * <p>{@link dev.cardea.adapter.testkit.AdapterProbe} makes a working store fail or wait at a chosen call, for tests of
 * code that uses a store.
 */
@NullMarked
package dev.cardea.adapter.testkit;

import org.jspecify.annotations.NullMarked;
