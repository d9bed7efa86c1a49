package dev.cardea.json;

/** Text that is not the JSON that was expected. The message never holds the text itself. */
public final class JsonException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public JsonException(String message) {
        super(message);
    }
}
