package dev.cardea.adapter;

/**
 * A store for people and their logins. Implement the capabilities that your application uses:
 *
 * <ul>
 *   <li>{@link UserAdapter}: users and the accounts that belong to them; every adapter has it
 *   <li>{@link SessionAdapter}: database sessions
 *   <li>{@link VerificationTokenAdapter}: e-mail links
 *   <li>{@link AuthenticatorAdapter}: passkeys
 *   <li>{@link AccountUpdates}, {@link UnitOfWork}, {@link SessionIndex}, {@link SpentTokens}, {@link AccountIndex},
 *       {@link PasskeyRecords}: optional, beyond the interface
 * </ul>
 *
 * <p>What a configuration needs and the adapter lacks is refused when {@code AuthConfig} is built. All methods may be
 * called from many threads. Instants are compared in milliseconds; identifiers compare byte for byte. Method names are
 * those of the interface document.
 */
public interface Adapter {}
