package dev.cardea.observe;

/** Lists the events that the application receives. */
public enum Event implements Label {
    CREATE_USER("createUser"),
    UPDATE_USER("updateUser"),
    LINK_ACCOUNT("linkAccount"),
    SESSION("session"),
    SIGN_IN("signIn"),
    SIGN_OUT("signOut"),
    SIGN_IN_FAILED("signInFailed"),
    SESSION_ENDED("sessionEnded"),
    ACCOUNT_CHANGED("accountChanged");

    private final String method;

    Event(String method) {
        this.method = method;
    }

    /** Returns the name of the method of {@code Events}. */
    @Override
    public String label() {
        return method;
    }
}
