package dev.cardea.hooks;

import org.jspecify.annotations.Nullable;

/** A hook did not answer as agreed, or said that it failed. The message names the hook and holds nothing of its data. */
final class HookException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** What kept the hook from its answer. */
    enum Kind {
        /** It answered that it failed, or with an error status. */
        REJECTION,
        TIMEOUT,
        /** It answered with a redirect. */
        REDIRECT,
        OTHER
    }

    HookException(String hook, String reason, @Nullable Throwable cause) {
        this(hook, reason, cause, Kind.OTHER);
    }

    HookException(String hook, String reason, @Nullable Throwable cause, Kind kind) {
        super("the hook " + hook + " " + reason, cause);
        this.kind = kind;
    }

    boolean isTimeout() {
        return kind == Kind.TIMEOUT;
    }

    boolean isRedirect() {
        return kind == Kind.REDIRECT;
    }

    boolean isRejection() {
        return kind == Kind.REJECTION;
    }
}
