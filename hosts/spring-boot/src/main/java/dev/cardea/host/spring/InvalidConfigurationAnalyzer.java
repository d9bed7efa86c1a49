package dev.cardea.host.spring;

import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Converts all errors of a configuration into the report of Spring Boot, with the names of properties where the starter
 * builds the configuration. Registered in {@code META-INF/spring.factories}.
 */
final class InvalidConfigurationAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
    /** Between what is wrong and what to do, in the messages of the checks. */
    private static final String SEPARATOR = "; ";

    @Override
    protected FailureAnalysis analyze(Throwable root, ConfigurationException cause) {
        boolean byStarter = Stream.iterate(root, each -> each != null, Throwable::getCause)
                .anyMatch(each -> each instanceof BeanCreationException failed
                        && CardeaAutoConfiguration.CONFIGURATION.equals(failed.getBeanName()));
        UnaryOperator<String> words = byStarter ? InvalidConfigurationAnalyzer::property : UnaryOperator.identity();
        return new FailureAnalysis(
                lines(cause.findings(), finding -> problem(finding, words)),
                lines(cause.findings(), finding -> remedy(finding, words)),
                root);
    }

    private static String lines(List<Finding> findings, Function<Finding, String> text) {
        var lines = findings.stream().map(text).distinct().toList();
        return lines.size() == 1
                ? lines.get(0)
                : lines.stream().map(line -> "- " + line).collect(Collectors.joining("\n"));
    }

    private static String problem(Finding finding, UnaryOperator<String> words) {
        var message = finding.message(words);
        int end = message.indexOf(SEPARATOR);
        return end < 0 ? message : message.substring(0, end);
    }

    private static String remedy(Finding finding, UnaryOperator<String> words) {
        var message = finding.message(words);
        int end = message.indexOf(SEPARATOR);
        if (end >= 0) return message.substring(end + SEPARATOR.length());
        return "correct " + (finding.setting().isEmpty() ? "the configuration of Cardea" : finding.setting());
    }

    /** Returns what sets it in a Spring application, for each of the names that the checks give. */
    private static String property(String setting) {
        return switch (setting) {
            case "adapter" -> "spring.datasource.url, with the dependency dev.cardea:cardea-adapter-jdbc";
            case "providers" -> "the application, by cardea.email.from or as a bean of type EmailProvider";
            case "environment" -> "cardea.environment";
            default -> setting;
        };
    }
}
