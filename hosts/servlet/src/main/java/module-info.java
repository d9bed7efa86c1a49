/** Serves sign-in in a servlet container. */
module dev.cardea.host.servlet {
    requires transitive dev.cardea;
    requires transitive jakarta.servlet;
    requires static transitive org.jspecify;

    exports dev.cardea.host.servlet;
}
