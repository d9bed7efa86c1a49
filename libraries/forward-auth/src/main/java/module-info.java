/** Lets a reverse proxy ask who is signed in before it passes a request on. */
module dev.cardea.forward {
    requires transitive dev.cardea;
    requires static transitive org.jspecify;

    exports dev.cardea.forward;
}
