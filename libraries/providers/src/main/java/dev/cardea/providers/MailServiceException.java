package dev.cardea.providers;

/**
 * Thrown if a mail service rejects an email. The message contains the response of the service, and neither key nor
 * link.
 */
public class MailServiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MailServiceException(String message) {
        super(message);
    }

    MailServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
