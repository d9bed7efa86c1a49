package dev.cardea.adapter.redis;

import java.util.regex.Pattern;

/**
 * The names of all keys: those of Auth.js, and below {@code cardea:} those of Cardea alone. Like Auth.js, it joins
 * parts without escapes, so two different rows can have one name. Each reader checks that a row is the one it asked
 * for.
 */
record Keys(String prefix) {
    private static final Pattern HASH_TAG = Pattern.compile("^[^{]*\\{[^}]+}");

    /** Whether a cluster keeps all of them together: the prefix has the part that the slot is made of. */
    boolean areInOneSlot() {
        return HASH_TAG.matcher(prefix).find();
    }

    String user(String id) {
        return prefix + "user:" + id;
    }

    /** Holds the id of the user with this address. */
    String email(String email) {
        return prefix + "user:email:" + email;
    }

    /** @param name provider and account id with a colon between them */
    String account(String name) {
        return prefix + "user:account:" + name;
    }

    /** Holds the key of the account that was linked last. */
    String lastAccount(String userId) {
        return account("by-user-id:") + userId;
    }

    String session(String token) {
        return prefix + "user:session:" + token;
    }

    /** Holds the key of the session that was created last. */
    String lastSession(String userId) {
        return session("by-user-id:") + userId;
    }

    String verificationToken(String identifier, String token) {
        return prefix + "user:token:" + identifier + ":" + token;
    }

    String authenticator(String credentialID) {
        return prefix + "authenticator:" + credentialID;
    }

    /** Holds a JSON list of credential ids. */
    String authenticators(String userId) {
        return prefix + "authenticator:by-user-id:" + userId;
    }

    /** Lists the names of a user's accounts. */
    String accounts(String userId) {
        return prefix + "cardea:accounts:" + userId;
    }

    /** Lists the tokens of a user's sessions. */
    String sessions(String userId) {
        return prefix + "cardea:sessions:" + userId;
    }

    String sessionRecord(String id) {
        return prefix + "cardea:record:" + id;
    }

    /** Lists the ids of a user's session records. */
    String recordsByUser(String userId) {
        return prefix + "cardea:records:user:" + userId;
    }

    /** Lists the ids of the session records of a subject of a provider. */
    String recordsBySub(String provider, String sub) {
        return prefix + "cardea:records:sub:" + provider + ":" + sub;
    }

    /** Lists the ids of the session records of a session at a provider. */
    String recordsBySid(String provider, String sid) {
        return prefix + "cardea:records:sid:" + provider + ":" + sid;
    }

    /** @param name kind and id with a colon between them */
    String moduleRecord(String name) {
        return prefix + "cardea:record:" + name;
    }

    /** Lists the names of a user's records of modules. */
    String moduleRecords(String userId) {
        return prefix + "cardea:records:module:" + userId;
    }

    /** Differs after each unit of work that locked the user. */
    String lock(String userId) {
        return prefix + "cardea:lock:" + userId;
    }

    String usedToken(String token) {
        return prefix + "cardea:spent:" + token;
    }

    /** Holds the moment at which a budget is whole again. */
    String limit(String key) {
        return prefix + "cardea:limit:" + key;
    }
}
