package dev.cardea.host.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Makes of an {@link InvalidSetupException} what Spring Boot prints. Found in {@code META-INF/spring.factories}. */
final class InvalidSetupAnalyzer extends AbstractFailureAnalyzer<InvalidSetupException> {
    @Override
    protected FailureAnalysis analyze(Throwable root, InvalidSetupException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), root);
    }
}
