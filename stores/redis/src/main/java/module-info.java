/** Stores users, accounts and sessions in Redis. */
// Jedis has no descriptor; its manifest names it.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.cardea.adapter.redis {
    requires transitive dev.cardea;
    requires transitive redis.clients.jedis;
    requires static transitive org.jspecify;

    exports dev.cardea.adapter.redis;
}
