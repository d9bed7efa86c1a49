package dev.cardea.mail;

/** Thrown if a mail server does not accept an email. The message names the server, never the password. */
public class MailException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MailException(String message, Throwable cause) {
        super(message, cause);
    }
}
