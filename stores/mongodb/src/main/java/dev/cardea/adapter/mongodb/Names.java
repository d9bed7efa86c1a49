package dev.cardea.adapter.mongodb;

/** What the collections are called: the first four as in Auth.js. */
record Names(
        String users,
        String accounts,
        String sessions,
        String verificationTokens,
        String authenticators,
        String usedTokens,
        String sessionRecords,
        String records) {
    static final Names STANDARD = new Names(
            "users",
            "accounts",
            "sessions",
            "verification_tokens",
            "authenticators",
            "cardea_spent",
            "cardea_sessions",
            "cardea_records");
}
