package dev.cardea.error;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Thrown if a configuration cannot work. The message says which setting to change and how; if there are several errors,
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
        super(findings.get(0).type, findings.get(0).message());
        this.findings = findings.toArray(Finding[]::new);
    }

    /**
     * Finds the exception that a framework has wrapped.
     *
     * @return the first of this kind among a failure and its causes; empty if there is none
     */
    public static Optional<ConfigurationException> causeOf(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(ConfigurationException.class::isInstance)
                .map(ConfigurationException.class::cast)
                .findFirst();
    }

    /** Returns all errors of the configuration, in the order of the checks. */
    public final List<Finding> findings() {
        return List.of(findings);
    }

    /** Returns all errors as text for a terminal or a log: a first line, and a line for each error. */
    public final String describe() {
        return Stream.of(findings)
                .map(Finding::message)
                .distinct()
                .map(message -> "\n- " + message)
                .collect(Collectors.joining("", "Cardea cannot start with this configuration:", ""));
    }

    /**
     * One error of the configuration.
     *
     * @param setting its place in the configuration, such as {@code session.maxAge} or {@code providers.acme.issuer};
     *     empty if the error concerns no single setting
     * @param pattern says which setting to change and how; each {@code {}} in it stands for one of {@code named}
     * @param named the settings that the correction changes, as the builder of the configuration calls them
     */
    public record Finding(ErrorType type, String setting, String pattern, List<String> named) implements Serializable {
        public Finding {
            named = List.copyOf(named);
        }

        /** Creates an error with the same message in every kind of configuration. */
        public Finding(ErrorType type, String setting, String message) {
            this(type, setting, message, List.of());
        }

        /** Returns the message in the words of the builder. */
        public String message() {
            return message(UnaryOperator.identity());
        }

        /**
         * Returns the message in the words of another kind of configuration, such as a file.
         *
         * @param words translates the builder's name of a setting
         */
        public String message(UnaryOperator<String> words) {
            var message = new StringBuilder();
            int from = 0;
            for (var name : named) {
                int at = pattern.indexOf("{}", from);
                if (at < 0) break;
                message.append(pattern, from, at).append(words.apply(name));
                from = at + 2;
            }
            return message.append(pattern, from, pattern.length()).toString();
        }
    }
}
