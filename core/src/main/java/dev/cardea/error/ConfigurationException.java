package dev.cardea.error;

/** A configuration that cannot work. The message names the setting and the fix. */
public class ConfigurationException extends AuthException {
    private static final long serialVersionUID = 1L;

    public ConfigurationException(ErrorType type, String message) {
        super(type, message);
    }

    public ConfigurationException(ErrorType type, String message, Throwable cause) {
        super(type, message, cause);
    }
}
