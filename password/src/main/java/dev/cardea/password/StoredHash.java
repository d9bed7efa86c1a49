package dev.cardea.password;

/** What was kept of a password. */
interface StoredHash {
    /** No hash may need more than that: what is in the store must not be able to use up the machine. */
    int MOST_MEBIBYTES = 512;

    /** The memory that a comparison takes. */
    int mebibytes();

    /** Takes the same time whether it matches or not. */
    boolean matches(String password);
}
