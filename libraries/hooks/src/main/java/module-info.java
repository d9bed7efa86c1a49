/** Callbacks and events that another process answers. */
module dev.cardea.hooks {
    requires transitive dev.cardea;
    requires static transitive org.jspecify;

    exports dev.cardea.hooks;
}
