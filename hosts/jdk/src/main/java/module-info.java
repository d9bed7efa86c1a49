/** Serves sign-in on the JDK's HTTP server. */
module dev.cardea.host.jdk {
    requires transitive dev.cardea;
    requires transitive jdk.httpserver;
    requires static transitive org.jspecify;

    exports dev.cardea.host.jdk;
}
