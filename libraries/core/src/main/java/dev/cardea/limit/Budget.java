package dev.cardea.limit;

import java.time.Duration;

/** What is limited and for whom, with a default that {@link RateLimits#limit} replaces. */
public enum Budget {
    /** Started sign-ins, by the client's IP address. */
    SIGN_IN_STARTS("starts", 100, Duration.ofSeconds(1)),
    /** Sign-in emails, by the recipient's address. */
    MAILS_TO_ADDRESS("mailbox", 10, Duration.ofMinutes(1)),
    /** Sign-in emails, by the client's IP address. */
    MAILS_BY_CLIENT("mails", 30, Duration.ofSeconds(10)),
    /** Failed returns from a provider and failed links, by the client's IP address. */
    FAILED_CALLBACKS("callbacks", 100, Duration.ofSeconds(1)),
    /** Failed credentials, by provider and account name, whether such an account exists or not. */
    CREDENTIALS_FOR_ACCOUNT("account", 30, Duration.ofSeconds(6)),
    /** Failed credentials, by the client's IP address. */
    CREDENTIALS_BY_CLIENT("credentials", 100, Duration.ofSeconds(2));

    private final String key;
    private final Limit standard;

    Budget(String key, int burst, Duration each) {
        this.key = key;
        standard = new Limit(burst, each);
    }

    /** Returns the prefix of its keys. */
    public String key() {
        return key;
    }

    /** Returns the default limit. */
    public Limit standard() {
        return standard;
    }
}
