package dev.cardea.server.command;

/** What a command returns. */
final class ExitCode {
    /** Done. */
    static final int DONE = 0;

    /** What the command was asked about is broken. */
    static final int BROKEN = 1;

    /** Wrong use, or a wrong configuration. */
    static final int WRONG = 2;

    /** It could not start. */
    static final int NOT_STARTED = 3;

    /** Not an exit code: the process runs until it receives a signal to stop. */
    static final int SERVING = -1;

    private ExitCode() {}
}
