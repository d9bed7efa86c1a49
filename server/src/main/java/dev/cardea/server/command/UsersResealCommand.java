package dev.cardea.server.command;

import dev.cardea.Auth;
import dev.cardea.accounts.EncryptedSecrets;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UserIndex;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.users.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cardea users reseal}. */
@Command(
        name = "reseal",
        description = "Encrypts the keys of authenticator apps with the newest encryption key; needs accounts.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersResealCommand extends StoreCommand {
    @Option(names = "--json", description = "Prints what was counted, as JSON.")
    private boolean json;

    UsersResealCommand(Env env) {
        super(env);
    }

    @Override
    void run(ServerSettings settings, Adapter adapter) {
        if (!(adapter instanceof UserIndex)) {
            throw StoppedException.broken("this store can't list users; keep the old key, because a user's next code "
                    + "encrypts that user's key again");
        }
        var secrets = EncryptedSecrets.of(Auth.of(settings.auth()).site())
                .orElseThrow(() -> StoppedException.broken("this site has no accounts, so it encrypts nothing"));
        var count = secrets.reseal();
        print(json ? Printable.json(claims(count)) : text(count));
        if (count.unreadable() > 0) {
            throw StoppedException.broken("keys that can't be decrypted: " + count.unreadable() + " of " + count.total()
                    + "; add what encrypted them to secret or encryptionKeys, and run this again");
        }
    }

    private static Claims claims(EncryptedSecrets.Count count) {
        return Claims.of("resealed", count.older())
                .with("current", count.newest())
                .with("unreadable", count.unreadable());
    }

    private static String text(EncryptedSecrets.Count count) {
        return "keys of authenticator apps: " + count.older() + " resealed, " + count.newest()
                + " with the newest encryption key already";
    }
}
