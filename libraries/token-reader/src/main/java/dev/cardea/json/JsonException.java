package dev.cardea.json;

/** Thrown if a text is not the JSON that was expected. The message never contains the text itself. */
public final class JsonException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public JsonException(String message) {
        super(message);
    }
}
