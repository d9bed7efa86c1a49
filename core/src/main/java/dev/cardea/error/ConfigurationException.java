package dev.cardea.error;

import java.io.Serializable;
import java.util.List;

/**
 * Thrown for a configuration that cannot work. The message names the setting and the correction; if there are several,
 * the first.
 */
public class ConfigurationException extends AuthException {
    private static final long serialVersionUID = 1L;

    private final Finding[] findings;

    public ConfigurationException(ErrorType type, String message) {
        this(List.of(new Finding(type, "", message)));
    }

    public ConfigurationException(ErrorType type, String message, Throwable cause) {
        super(type, message, cause);
        findings = new Finding[] {new Finding(type, "", message)};
    }

    /** @param findings at least one; the first provides type and message */
    public ConfigurationException(List<Finding> findings) {
        super(findings.get(0).type, findings.get(0).message);
        this.findings = findings.toArray(Finding[]::new);
    }

    /** Returns all errors of the configuration, in the order of the checks. */
    public final List<Finding> findings() {
        return List.of(findings);
    }

    /**
     * One error of the configuration.
     *
     * @param setting its place in the configuration, such as {@code session.maxAge} or {@code providers.acme.issuer};
     *     empty if the error concerns no single setting
     * @param message names the setting and the correction
     */
    public record Finding(ErrorType type, String setting, String message) implements Serializable {}
}
