/** Serves sign-in as a plug-in of Javalin. */
module dev.cardea.host.javalin {
    requires transitive dev.cardea.host.servlet;
    requires transitive io.javalin;
    requires static transitive org.jspecify;
    requires jakarta.servlet;
    requires org.eclipse.jetty.ee10.servlet;

    exports dev.cardea.host.javalin;
}
