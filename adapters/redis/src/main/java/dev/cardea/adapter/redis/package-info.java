/**
 * Sessions and sign-in links in Redis, or everything: users, accounts and passkeys too. Keys and values are those of
 * Auth.js, so that a service in JavaScript beside this one reads them.
 *
 * <pre>{@code
 * AuthConfig.builder().adapter(RedisAdapter.of(RedisClient.create("redis://127.0.0.1:6379")))
 * }</pre>
 *
 * <p>{@link dev.cardea.adapter.redis.RedisAdapter} is the store; {@code Keys} has every name there is. Each
 * operation goes in steps of one command or one small script on one key, so one node and a cluster are the same; the steps
 * are in an order that leaves nobody locked out when the last of them never comes. A unit of work, where there is one, is
 * {@code Unit}: it gathers the steps and has them done at once.
 */
@NullMarked
package dev.cardea.adapter.redis;

import org.jspecify.annotations.NullMarked;
