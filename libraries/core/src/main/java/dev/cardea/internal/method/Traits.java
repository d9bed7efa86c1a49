package dev.cardea.internal.method;

import dev.cardea.error.ErrorType;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import java.util.Arrays;

/**
 * What differs between sign-in methods. The rest of the library reads these values and never asks which kind a method
 * is. Each method declares its own.
 *
 * @param start how a sign-in starts
 * @param callbackGet what a GET of the callback route does
 * @param csrf whether a POST to the callback route needs a CSRF token
 * @param registration how the user is found or created
 * @param emailProof what verifies the user's e-mail address
 * @param findsUser whether the identity holds the stored user, if there is one; otherwise it holds what the provider says
 * @param notLinked the error if the account may not be linked to the user
 */
public record Traits(
        Start start,
        CallbackGet callbackGet,
        CsrfToken csrf,
        Registration registration,
        EmailProof emailProof,
        boolean findsUser,
        ErrorType notLinked) {
    /** How a sign-in starts. */
    public enum Start {
        /** A POST to {@code signin/<id>} asks the method, which redirects the browser or sends a mail. */
        REQUEST,
        /** The fields of a form are the whole sign-in and are posted to {@code callback/<id>}. */
        FORM,
        /** A script reads {@code webauthn-options/<id>} and posts the browser's answer to {@code callback/<id>}. */
        SCRIPT
    }

    /** What a GET of {@code callback/<id>} does. */
    public enum CallbackGet {
        /** Completes the sign-in. */
        COMPLETE,
        /** Shows a page whose button posts the same values. */
        CONFIRM,
        /** Completes the sign-in in the browser that requested it; anywhere else it shows a page. */
        BOUND,
        /** Is an error, because secrets do not belong in an address. */
        REJECT
    }

    /** Whether a POST to {@code callback/<id>} needs a CSRF token. */
    public enum CsrfToken {
        REQUIRED,
        /** A token that is sent must be valid. A cookie of the method binds the answer to the browser. */
        IF_SENT,
        /** The method binds the answer to the browser itself, or the link is enough. */
        NOT_NEEDED
    }

    /** How the user is found or created. */
    public enum Registration {
        /** By the verified e-mail address. */
        BY_EMAIL,
        /** By the account, and by {@code LinkRule} for a new one. */
        BY_ACCOUNT,
        /** Never: the application knows its users. */
        NEVER
    }

    /** What verifies the user's e-mail address. */
    public enum EmailProof {
        /** The sign-in itself, because its secret was mailed. */
        MAILBOX,
        /** The provider, if it says so. */
        PROVIDER,
        /** Nothing. */
        NONE
    }

    /** Returns whether a sign-in by the method verifies the user's address, because its secret was mailed there. */
    public boolean verifiesMailbox() {
        return emailProof == EmailProof.MAILBOX;
    }

    /**
     * Returns whether an account signs in by a credential that the site stores itself, which ends with the account. It is
     * asked of stored accounts, too, whose provider may not be configured any more.
     */
    public static boolean ownsCredential(Account account) {
        return Arrays.stream(ProviderType.values())
                .filter(type -> type.wire().equals(account.type()))
                .anyMatch(Traits::ownsCredential);
    }

    private static boolean ownsCredential(ProviderType type) {
        return switch (type) {
            case WEBAUTHN -> true;
            case OIDC, OAUTH, EMAIL, CREDENTIALS -> false;
        };
    }

    /** Returns whether the method stores accounts whose users' addresses it does not verify. */
    public boolean registersUnverified() {
        return registration == Registration.BY_ACCOUNT && emailProof == EmailProof.NONE;
    }
}
