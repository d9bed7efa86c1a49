package dev.cardea.observe;

/** Lists the functions of the application that decide something. */
public enum Callback implements Label {
    SIGN_IN("signIn"),
    SIGN_UP("signUp"),
    SECOND_FACTOR("secondFactor"),
    REDIRECT("redirect"),
    JWT("jwt"),
    SESSION("session"),
    AUTHORIZED("authorized"),
    AUTHORIZE("authorize"),
    PROFILE("profile"),
    ACCOUNT("account"),
    SEND_VERIFICATION_REQUEST("sendVerificationRequest"),
    GENERATE_VERIFICATION_TOKEN("generateVerificationToken"),
    SEND_MAIL("sendMail");

    private final String function;

    Callback(String function) {
        this.function = function;
    }

    /** Returns the name of the function, as in Auth.js if that has it. */
    @Override
    public String label() {
        return function;
    }
}
