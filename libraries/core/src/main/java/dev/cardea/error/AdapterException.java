package dev.cardea.error;

/** Thrown if the store fails during {@link #operation()}. Framework integrations return 503 on protected routes. */
public class AdapterException extends AuthException {
    private static final long serialVersionUID = 1L;

    private final String operation;

    public AdapterException(String operation, Throwable cause) {
        super(ErrorType.ADAPTER_ERROR, operation + " failed", cause);
        this.operation = operation;
    }

    /** Returns the name of the adapter method. */
    public String operation() {
        return operation;
    }
}
