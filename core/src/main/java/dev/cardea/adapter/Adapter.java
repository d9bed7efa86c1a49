package dev.cardea.adapter;

/**
 * A store for people and their logins. Implement the capabilities that your application uses:
 *
 * <ul>
 *   <li>{@link UserAdapter}: users and the accounts that belong to them; every adapter has it
 *   <li>{@link SessionAdapter}: database sessions
 *   <li>{@link VerificationTokenAdapter}: e-mail links
 *   <li>{@link AuthenticatorAdapter}: passkeys
 *   <li>{@link AccountUpdates}, {@link UnitOfWork}, {@link UserLocks}, {@link SessionIndex}, {@link SpentTokens},
 *       {@link AccountIndex}, {@link PasskeyRecords}, {@link PasskeySignIns}: optional, beyond Auth.js
 * </ul>
 *
 * <p>Failures are reported as {@link StoreUnavailableException}, {@link StoreConflictException} and
 * {@link DuplicateKeyException} where the store tells them apart; any other exception is a failure too.
 *
 * <p>What a configuration needs and the adapter lacks is refused when {@code AuthConfig} is built. All methods may be
 * called from many threads. Instants are compared in milliseconds; identifiers compare byte for byte. Method names are
 * those of the interface document.
 */
public interface Adapter {}
