package dev.cardea.internal.page;

import dev.cardea.config.PagesOptions;
import dev.cardea.model.User;
import dev.cardea.module.SignInLink;
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
 * @param pages what the application sets for the built-in pages
 * @param links to pages of modules
 * @param admitsNewUsers whether a visitor can become a user
 */
public record SignInView(
        List<Provider> providers,
        String baseUrl,
        @Nullable String csrfToken,
        String callbackUrl,
        @Nullable String error,
        @Nullable String email,
        @Nullable String errorId,
        @Nullable User user,
        PagesOptions pages,
        List<SignInLink> links,
        boolean admitsNewUsers) {
    /** The id of the element that says what went wrong. */
    static final String ERROR_ID = "signin-error";
}
