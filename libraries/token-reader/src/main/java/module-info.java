/**
 * Reads a signed-in session from a request, and the HTTP, JSON and JOSE foundations of Cardea.
 *
 * <p>An application that is a named module itself opens the packages of the records that {@code Claims.as} fills.
 */
module dev.cardea.tokenreader {
    requires static transitive org.jspecify;

    exports dev.cardea.http;
    exports dev.cardea.jose;
    exports dev.cardea.json;
    exports dev.cardea.token;
}
