package dev.cardea.observe;

/** Lists the methods of an adapter. */
public enum StoreOperation implements Label {
    CREATE_USER("createUser"),
    GET_USER("getUser"),
    GET_USER_BY_EMAIL("getUserByEmail"),
    GET_USER_BY_ACCOUNT("getUserByAccount"),
    UPDATE_USER("updateUser"),
    DELETE_USER("deleteUser"),
    LINK_ACCOUNT("linkAccount"),
    UNLINK_ACCOUNT("unlinkAccount"),
    LOCK_USER("lockUser"),
    LIST_USERS("listUsers"),
    LIST_ACCOUNTS_BY_USER_ID("listAccountsByUserId"),
    UPDATE_ACCOUNT("updateAccount"),
    KEEPS_UNVERIFIED_EMAIL("keepsUnverifiedEmail"),
    CREATE_SESSION("createSession"),
    GET_SESSION_AND_USER("getSessionAndUser"),
    UPDATE_SESSION("updateSession"),
    DELETE_SESSION("deleteSession"),
    LIST_SESSIONS_BY_USER_ID("listSessionsByUserId"),
    DELETE_SESSIONS_BY_USER_ID("deleteSessionsByUserId"),
    CREATE_VERIFICATION_TOKEN("createVerificationToken"),
    USE_VERIFICATION_TOKEN("useVerificationToken"),
    GET_ACCOUNT("getAccount"),
    CREATE_AUTHENTICATOR("createAuthenticator"),
    GET_AUTHENTICATOR("getAuthenticator"),
    LIST_AUTHENTICATORS_BY_USER_ID("listAuthenticatorsByUserId"),
    UPDATE_AUTHENTICATOR_COUNTER("updateAuthenticatorCounter"),
    GET_PASSKEY("getPasskey"),
    LIST_PASSKEYS_BY_USER_ID("listPasskeysByUserId"),
    UPDATE_PASSKEY("updatePasskey"),
    DELETE_AUTHENTICATOR("deleteAuthenticator"),
    GET_PASSKEY_SIGN_IN("getPasskeySignIn"),
    UPDATE_PASSKEY_USE("updatePasskeyUse"),
    MARK_USED("markUsed"),
    REGISTER_SESSION("registerSession"),
    GET_SESSION_RECORD("getSessionRecord"),
    LIST_SESSION_RECORDS("listSessionRecords"),
    PROLONG_SESSION("prolongSession"),
    END_SESSIONS("endSessions"),
    GET_RECORD("getRecord"),
    LIST_RECORDS_BY_USER_ID("listRecordsByUserId"),
    CREATE_RECORD("createRecord"),
    REPLACE_RECORD("replaceRecord"),
    TAKE_RECORD("takeRecord"),
    DELETE_RECORDS_BY_USER_ID("deleteRecordsByUserId"),
    IN_UNIT("inUnit");

    private final String method;

    StoreOperation(String method) {
        this.method = method;
    }

    /** Returns the name of the method. */
    @Override
    public String label() {
        return method;
    }
}
