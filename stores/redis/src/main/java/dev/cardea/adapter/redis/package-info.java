/**
 * Stores sessions and sign-in links in Redis, or everything: users, accounts and passkeys too. Keys and values are those
 * of Auth.js, so a service in JavaScript can read them.
 *
 * <pre>{@code
 * AuthConfig.builder().adapter(RedisAdapter.of(RedisClient.create("redis://127.0.0.1:6379")))
 * }</pre>
 *
 * <p>{@link dev.cardea.adapter.redis.RedisAdapter} is the store; {@code Keys} has the names of all keys. Each
 * operation is a sequence of steps: one command, or one small script on one key. It therefore works the same on one node
 * and on a cluster. The order of the steps locks no user out if a crash prevents the last of them. A unit of work, where
 * supported, is {@code Unit}: it collects the steps and runs them at once.
 */
@NullMarked
package dev.cardea.adapter.redis;

import org.jspecify.annotations.NullMarked;
