package dev.cardea.host.spring;

/** An error in the setup of an application; Spring Boot prints both sentences instead of a stack trace. */
final class InvalidSetupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    InvalidSetupException(String problem, String remedy) {
        super(problem);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
