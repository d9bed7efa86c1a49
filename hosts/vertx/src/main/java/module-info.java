/** Serves sign-in as a handler of Vert.x Web. */
module dev.cardea.host.vertx {
    requires transitive dev.cardea;
    requires transitive io.vertx.core;
    requires transitive io.vertx.web;
    requires static transitive org.jspecify;

    exports dev.cardea.host.vertx;
}
