/**
 * Sessions and sign-in links in Redis, or everything: users, accounts and passkeys too. Keys and values are those of
 * Auth.js, so that a service in JavaScript beside this one reads them.
 *
 * <pre>{@code
 * AuthConfig.builder().adapter(RedisAdapter.of(RedisClient.create("redis://127.0.0.1:6379")))
 * }</pre>
 *
 * <p>{@link dev.cardea.adapter.redis.RedisAdapter} is the store; {@code Keys} has every name there is. Nothing here needs
 * two keys at once: each step is one command or one small script on one key, so one node and a cluster are the same. Where
 * something takes several steps, they are in an order that leaves nobody locked out when the last of them never comes.
 */
@NullMarked
package dev.cardea.adapter.redis;

import org.jspecify.annotations.NullMarked;
