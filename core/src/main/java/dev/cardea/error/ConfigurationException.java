package dev.cardea.error;

import java.io.Serializable;
import java.util.List;

/** A configuration that cannot work. The message names the setting and the fix, the first where there are several. */
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

    /** @param findings at least one; the first gives type and message */
    public ConfigurationException(List<Finding> findings) {
        super(findings.get(0).type, findings.get(0).message);
        this.findings = findings.toArray(Finding[]::new);
    }

    /** Everything that is wrong, in the order of the checks. */
    public final List<Finding> findings() {
        return List.of(findings);
    }

    /**
     * One thing that is wrong.
     *
     * @param setting its place in the configuration, such as {@code session.maxAge} or {@code providers.acme.issuer};
     *     empty where it is no single one
     * @param message names the setting and the fix
     */
    public record Finding(ErrorType type, String setting, String message) implements Serializable {}
}
