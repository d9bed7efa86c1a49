package dev.cardea.hooks;

import org.jspecify.annotations.Nullable;

/** A hook did not answer as agreed, or said that it failed. The message names the hook and holds nothing of its data. */
final class HookException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HookException(String hook, String reason, @Nullable Throwable cause) {
        super("the hook " + hook + " " + reason, cause);
    }
}
