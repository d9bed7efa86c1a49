package dev.cardea.adapter;

/**
 * A store for users and their logins. Implement the capabilities that your application uses:
 * <ul>
 * <li>{@link UserAdapter}: users and the accounts that belong to them; every adapter has it
 * <li>{@link SessionAdapter}: database sessions
 * <li>{@link VerificationTokenAdapter}: email links
 * <li>{@link AuthenticatorAdapter}: passkeys
 * <li>{@link AccountUpdates}, {@link UnitOfWork}, {@link UserLocks}, {@link SessionIndex}, {@link UsedTokens},
 * {@link AccountIndex}, {@link PasskeyRecords}, {@link PasskeySignIns}, {@link ModuleRecords}: optional, in addition to Auth.js
 * <li>{@link UserIndex}: for commands and pages of administrators; the library does not call it
 * <li>{@link Schema}, {@link HealthCheck}: for the application, which sets up and checks the store; the library does
 * not call them
 * </ul>
 *
 * <p>Failures have one of four types: {@link StoreUnavailableException}, {@link StoreConflictException},
 * {@link DuplicateKeyException} and {@link RowNotFoundException}. Each method names those it throws. Any other
 * exception is a failure without a known reason: the library reports it and repeats nothing.
 *
 * <p>If the adapter lacks a capability that the configuration needs, building {@code AuthConfig} fails. All methods may
 * be called from many threads. Instants are compared in milliseconds; identifiers are compared byte for byte. Method
 * names are those of Auth.js.
 */
public interface Adapter {}
