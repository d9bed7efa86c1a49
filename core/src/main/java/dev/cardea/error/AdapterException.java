package dev.cardea.error;

/** The store failed while {@link #operation()} ran. Hosts answer 503 on protected routes. */
public class AdapterException extends AuthException {
    private static final long serialVersionUID = 1L;

    private final String operation;

    public AdapterException(String operation, Throwable cause) {
        super(ErrorType.ADAPTER_ERROR, operation + " failed", cause);
        this.operation = operation;
    }

    /** The adapter method's name. */
    public String operation() {
        return operation;
    }
}
