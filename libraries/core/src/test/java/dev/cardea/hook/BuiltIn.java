package dev.cardea.hook;

/** Callbacks that record their calls and still count as the built-in ones: the application set none. */
public final class BuiltIn {
    private BuiltIn() {}

    /** @param jwt whether the application set this one */
    public static Callbacks unless(boolean jwt, boolean session, Callbacks doubles) {
        return new Callbacks(
                doubles.signIn(),
                doubles.redirect(),
                doubles.jwt(),
                doubles.session(),
                doubles.authorized(),
                jwt,
                session,
                name -> true);
    }
}
