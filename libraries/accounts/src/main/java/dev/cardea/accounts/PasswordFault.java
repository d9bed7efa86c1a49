package dev.cardea.accounts;

/** Why a new password is refused. */
enum PasswordFault {
    TOO_SHORT("PasswordTooShort"),
    TOO_LONG("PasswordTooLong"),
    COMMON("PasswordCommon"),
    CONTEXT("PasswordContext"),
    UNCHANGED("PasswordUnchanged"),
    REFUSED("PasswordRefused");

    private final String code;

    PasswordFault(String code) {
        this.code = code;
    }

    /** Returns the code in URLs, and the last part of the text's key. */
    String code() {
        return code;
    }
}
