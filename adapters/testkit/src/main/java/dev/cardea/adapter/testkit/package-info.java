/**
 * What every adapter promises, as tests. Whoever writes an adapter implements one interface for each capability that it
 * has, and that is the whole test class:
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
 * <p>{@link dev.cardea.adapter.testkit.AdapterContract} has the settings, {@link
 * dev.cardea.adapter.testkit.FullContract} all capabilities in one, {@link
 * dev.cardea.adapter.testkit.WithoutUnitsContract} all but units of work. The kit talks to the store only through the adapter
 * and makes its own rows in every test, so the store need not be empty and may be shared. It covers the cases of the
 * reference's compatibility suite and goes on: races, hostile text, look-alikes, times, nothing where nothing is, and
 * whole sign-ins over the store.
 *
 * <p>{@link dev.cardea.adapter.testkit.AdapterProbe} is for the other side: it makes a good store fail or wait at a
 * chosen call, for tests of whatever uses one.
 */
@NullMarked
package dev.cardea.adapter.testkit;

import org.jspecify.annotations.NullMarked;
