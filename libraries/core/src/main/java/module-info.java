/** Sign-in as one function from request to response: providers, sessions, pages. */
// The modules of qualified exports are built later, and JTE has no descriptor.
@SuppressWarnings({"module", "requires-automatic"})
module dev.cardea {
    requires transitive dev.cardea.tokenreader;
    requires transitive java.net.http;
    requires static transitive org.jspecify;
    requires com.nimbusds.jose.jwt;
    requires gg.jte.runtime;

    exports dev.cardea;
    exports dev.cardea.action;
    exports dev.cardea.adapter;
    exports dev.cardea.bridge;
    exports dev.cardea.config;
    exports dev.cardea.cookies;
    exports dev.cardea.error;
    exports dev.cardea.hook;
    exports dev.cardea.limit;
    exports dev.cardea.message;
    exports dev.cardea.model;
    exports dev.cardea.module;
    exports dev.cardea.observe;
    exports dev.cardea.provider;
    exports dev.cardea.text;
    exports dev.cardea.webauthn.spi;
    exports dev.cardea.internal.oauth to
            dev.cardea.dev,
            dev.cardea.providers,
            dev.cardea.server;

    uses dev.cardea.module.Extension;
    uses dev.cardea.module.ObserverModule;
}
