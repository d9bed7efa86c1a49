package dev.cardea.host.spring;

/** An error in the setup of an application; Spring Boot prints both sentences instead of a stack trace. */
final class InvalidSetupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    InvalidSetupException(String problem, String remedy) {
        super(problem);
        this.remedy = remedy;
    }

    /** @param detail the error in the tables of the store */
    static InvalidSetupException replacedTables(String detail) {
        return new InvalidSetupException(
                "Another tool created or replaced a table of Cardea: " + detail + ".",
                "Set spring.jpa.hibernate.ddl-auto=validate, so that Hibernate creates and drops no table, and drop the one"
                        + " that it created. If your own entity has this table name, choose another name.");
    }

    String remedy() {
        return remedy;
    }
}
