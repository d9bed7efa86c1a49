package dev.cardea.server.command;

import dev.cardea.json.Claims;
import dev.cardea.server.file.BuiltIn;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cardea providers}. */
@Command(
        name = "providers",
        description = "Lists the built-in providers and what they need.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = ProvidersMapCommand.class)
final class ProvidersCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--json", description = "Prints every detail as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        if (json) {
            var list = BuiltIn.all().stream().map(BuiltIn::facts).toList();
            out.println(Claims.of("providers", list).toJson());
            return ExitCode.DONE;
        }
        for (var provider : BuiltIn.all()) {
            var needs = provider.gone().map(why -> "gone: " + why).orElse(String.join(", ", provider.needs()));
            out.printf("%-24s %-12s %s%n", provider.id(), provider.type(), needs);
        }
        return ExitCode.DONE;
    }
}
