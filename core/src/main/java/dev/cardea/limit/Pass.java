package dev.cardea.limit;

/** What a request took to be let through. */
public interface Pass {
    /** It went well, so it does not count. Never throws; call it once. */
    void giveBack();
}
