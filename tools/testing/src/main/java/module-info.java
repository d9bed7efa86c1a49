/** Doubles for tests of sign-in: an identity provider, browsers, mailboxes, clocks. */
module dev.cardea.testing {
    requires transitive dev.cardea;
    requires transitive dev.cardea.recorder;
    requires transitive org.jsoup;
    requires com.nimbusds.jose.jwt;
    requires java.net.http;
    requires jdk.httpserver;
    requires static transitive org.jspecify;
    requires org.opentest4j;

    exports dev.cardea.testing;
    exports dev.cardea.testing.replay;
}
