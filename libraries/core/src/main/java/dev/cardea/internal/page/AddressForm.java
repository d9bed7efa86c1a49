package dev.cardea.internal.page;

import dev.cardea.internal.page.ProviderForm.Input;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one form of the methods that begin with an email address.
 *
 * @param submit what Enter does: the password where there is one, otherwise the sign-in email, otherwise nothing
 * @param email the sign-in email next to a password, otherwise {@code null}
 * @param passkey its button in a form without fields; it reads the address of this form
 * @param passwordLinks of modules, below the password
 * @param links of modules, at the end of the page
 */
public record AddressForm(
        Submit submit,
        List<Input> inputs,
        @Nullable Submit email,
        @Nullable ProviderForm passkey,
        List<Link> passwordLinks,
        List<Link> links) {
    /** A submit button, and where it sends the form. */
    public record Submit(String action, String id, String label) {}

    /** A link to a page of a module. */
    public record Link(String url, String label) {}
}
