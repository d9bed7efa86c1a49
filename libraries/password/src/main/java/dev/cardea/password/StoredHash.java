package dev.cardea.password;

import dev.cardea.observe.Step.PasswordHash.Algorithm;

/** The stored hash of a password. */
interface StoredHash {
    /** No hash may need more than this, so that a manipulated store cannot exhaust the machine. */
    int MAX_MEBIBYTES = 512;

    /** Returns the memory that a comparison takes. */
    int mebibytes();

    /** Returns the kind of hash, for observers. */
    Algorithm algorithm();

    /** Compares in the same time whether the password matches or not. */
    boolean matches(String password);
}
