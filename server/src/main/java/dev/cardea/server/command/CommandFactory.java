package dev.cardea.server.command;

import dev.cardea.config.Env;
import java.io.BufferedReader;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands, with the environment for those that read it. */
final class CommandFactory implements IFactory {
    private final Env env;
    private final BufferedReader in;

    CommandFactory(Env env, BufferedReader in) {
        this.env = env;
        this.in = in;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == ServeCommand.class) return type.cast(new ServeCommand(env));
        if (type == DoctorCommand.class) return type.cast(new DoctorCommand(env));
        if (type == HealthCommand.class) return type.cast(new HealthCommand());
        if (type == ExplainCommand.class) return type.cast(new ExplainCommand(env));
        if (type == MigrateCommand.class) return type.cast(new MigrateCommand(env));
        if (type == CleanCommand.class) return type.cast(new CleanCommand(env));
        if (type == ConfigCommand.class) return type.cast(new ConfigCommand(env));
        if (type == InitCommand.class) return type.cast(new InitCommand());
        if (type == SecretCommand.class) return type.cast(new SecretCommand());
        if (type == ProvidersCommand.class) return type.cast(new ProvidersCommand());
        if (type == ProvidersMapCommand.class) return type.cast(new ProvidersMapCommand());
        if (type == Version.class) return type.cast(new Version());
        if (type == UsersCommand.class) return type.cast(new UsersCommand());
        if (type == UsersListCommand.class) return type.cast(new UsersListCommand(env));
        if (type == UsersShowCommand.class) return type.cast(new UsersShowCommand(env));
        if (type == UsersExportCommand.class) return type.cast(new UsersExportCommand(env));
        if (type == UsersCreateCommand.class) return type.cast(new UsersCreateCommand(env));
        if (type == UsersImportCommand.class) return type.cast(new UsersImportCommand(env));
        if (type == UsersSetCommand.class) return type.cast(new UsersSetCommand(env));
        if (type == UsersDeleteCommand.class) return type.cast(new UsersDeleteCommand(env, in));
        if (type == SessionsCommand.class) return type.cast(new SessionsCommand());
        if (type == SessionsListCommand.class) return type.cast(new SessionsListCommand(env));
        if (type == SessionsEndCommand.class) return type.cast(new SessionsEndCommand(env));
        if (type == UsersSignOutCommand.class) return type.cast(new UsersSignOutCommand(env));
        if (type == UsersBlockCommand.class) return type.cast(new UsersBlockCommand(env));
        if (type == UsersUnblockCommand.class) return type.cast(new UsersUnblockCommand(env));
        if (type == UsersInviteCommand.class) return type.cast(new UsersInviteCommand(env));
        if (type == UsersResetFactorsCommand.class) return type.cast(new UsersResetFactorsCommand(env));
        if (type == UsersResealCommand.class) return type.cast(new UsersResealCommand(env));
        return CommandLine.defaultFactory().create(type);
    }
}
