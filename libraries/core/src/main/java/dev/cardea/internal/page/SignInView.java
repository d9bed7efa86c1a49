package dev.cardea.internal.page;

import dev.cardea.model.User;
import dev.cardea.provider.Provider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the sign-in page shows.
 *
 * @param baseUrl origin and base path
 * @param csrfToken {@code null} if posts are not checked
 * @param error the code of the previous error
 * @param email initial value of the field
 * @param errorId the reference of the previous error
 * @param user who is signed in, and to whom a new sign-in method is linked; {@code null} if no user is signed in
 */
public record SignInView(
        List<Provider> providers,
        String baseUrl,
        @Nullable String csrfToken,
        String callbackUrl,
        @Nullable String error,
        @Nullable String email,
        @Nullable String errorId,
        @Nullable User user) {}
