package dev.cardea.providers;

/** A mail service did not take a mail. The message holds what it said, and neither key nor link. */
public class MailServiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MailServiceException(String message) {
        super(message);
    }

    MailServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
