package dev.cardea.server.command;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.model.User;
import picocli.CommandLine.Option;

/** A command about the sessions of one user, also of one whom only the application knows. */
abstract class SessionOwnerCommand extends StoreCommand {
    @Option(
            names = "--user",
            paramLabel = "USER",
            required = true,
            description = "An email address or an ID, even of a user that only your application stores.")
    private String who = "";

    SessionOwnerCommand(Env env) {
        super(env);
    }

    final String userId(Adapter adapter) {
        return byAddress(users(adapter), who).map(User::id).orElse(who);
    }
}
