/** The built-in providers. */
module dev.cardea.providers {
    requires transitive dev.cardea;
    requires static transitive org.jspecify;

    exports dev.cardea.providers;
    exports dev.cardea.providers.catalog;
}
