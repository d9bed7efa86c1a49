package dev.cardea.model;

/**
 * A user who is signed in, with the session. Made from what the store has at that moment.
 *
 * @param user as stored, with an id
 * @param sessionId the id that {@code Accounts.OpenSession} has; it is not a credential
 */
public record Login(User user, String sessionId) {}
