package dev.cardea.it.kills;

import java.io.IOException;

/** How a session is ended. */
enum SessionEnd {
    SIGN_OUT,
    ROUTE,
    COMMAND;

    void run(Visitor visitor, Server server) throws IOException {
        boolean isDone = switch (this) {
            case SIGN_OUT -> visitor.copyAt(server).signsOut();
            case ROUTE -> visitor.copyAt(server).ends("all");
            case COMMAND -> server.run("users", "sign-out", visitor.address).startsWith("ended 1 session");
        };
        if (!isDone) throw new IOException(visitor.address + " is not ended by " + this);
    }
}
