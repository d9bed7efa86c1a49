package dev.cardea.host.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Converts an {@link InvalidSetupException} into the report of Spring Boot. Registered in
 * {@code META-INF/spring.factories}.
 */
final class InvalidSetupAnalyzer extends AbstractFailureAnalyzer<InvalidSetupException> {
    @Override
    protected FailureAnalysis analyze(Throwable root, InvalidSetupException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), root);
    }
}
