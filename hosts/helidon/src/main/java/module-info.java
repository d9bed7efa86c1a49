/** Serves sign-in as a filter of Helidon SE. */
module dev.cardea.host.helidon {
    requires transitive dev.cardea;
    requires transitive io.helidon.webserver;
    requires io.helidon.common.context;
    requires io.helidon.http;
    requires static transitive org.jspecify;

    exports dev.cardea.host.helidon;
}
