package dev.cardea.tests.fault;

import dev.cardea.AuthConfig;
import dev.cardea.http.HttpHandler;

/** Sees what passes while a fault happens: everything on the wire, and everything that the site writes down. */
public interface Watch {
    Watch NONE = new Watch() {};

    /** Adds its observers and loggers. */
    default AuthConfig.Builder configure(AuthConfig.Builder config) {
        return config;
    }

    /** Stands between the visitor and the site, and between the site and the provider. */
    default HttpHandler wire(HttpHandler handler) {
        return handler;
    }

    /** Is handed a value that must be nowhere else. */
    default void secret(String value) {}
}
