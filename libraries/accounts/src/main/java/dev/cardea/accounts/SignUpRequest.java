package dev.cardea.accounts;

import dev.cardea.json.Claims;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * A visitor who would become a user, by whatever sign-in method. The proof has been accepted, and nothing is stored.
 *
 * <p><b>Security:</b> {@code isEmailProven} tells whether the visitor has just received an email at the address. Otherwise it
 * is what a provider says, or what someone typed for a passkey: an address alone doesn't say who the visitor is.
 *
 * @param email in its normal form if it is proven; {@code null} if the sign-in method has none
 * @param isEmailProven whether the visitor has proven in this sign-in to receive email at the address
 * @param name as the visitor or the provider states it; {@code null} if there is none
 * @param provider the ID of the provider
 * @param fields of the form for a new account, without the name; empty if the visitor didn't fill it in
 * @param clientAddress as for rate limits; {@code null} if it is unknown
 */
public record SignUpRequest(
        @Nullable String email,
        boolean isEmailProven,
        @Nullable String name,
        String provider,
        Claims fields,
        @Nullable InetAddress clientAddress) {}
