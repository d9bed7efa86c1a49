package dev.cardea.server.command;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.server.file.BuiltIn;
import dev.cardea.server.file.Mapping;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cardea providers map}. */
@Command(
        name = "map",
        description = "Shows the user that a provider's profile becomes; without any network.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ProvidersMapCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "The provider.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--profile", required = true, paramLabel = "FILE|-", description = "The profile, as JSON.")
    @SuppressWarnings("NullAway.Init")
    private String profile;

    @Option(names = "--tokens", paramLabel = "FILE", description = "The token endpoint's answer, as JSON.")
    private @Nullable Path tokens;

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "An option of the provider.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Override
    public Integer call() {
        var mapping = BuiltIn.of(id).flatMap(BuiltIn::mapping);
        if (mapping.isEmpty()) {
            return wrong(BuiltIn.of(id).isPresent() ? "the provider " + id + " has no profile" : BuiltIn.unknown(id));
        }
        if (!options.isEmpty()) return wrong("the provider " + id + " has no option for its profile");
        try {
            var tokenSet = tokens == null ? Claims.NONE : parsed(Files.readString(tokens));
            return map(mapping.get(), parsed(text()), tokenSet);
        } catch (IOException e) {
            spec.commandLine().getErr().println("the file " + e.getMessage() + " cannot be read");
            return Cardea.NOT_STARTED;
        } catch (JsonException e) {
            return wrong("a file holds no JSON object");
        }
    }

    private int map(Mapping mapping, Claims from, Claims tokenSet) {
        var user = mapping.apply(Profile.of(from), TokenSet.of(tokenSet));
        if (user.id() == null) {
            spec.commandLine().getErr().println("the profile has no id");
            return Cardea.BROKEN;
        }
        spec.commandLine().getOut().println(line(user));
        return Cardea.DONE;
    }

    private static String line(User user) {
        var claims = user.claims();
        return Claims.of("id", user.id())
                .with("name", claims.value("name"))
                .with("email", claims.value("email"))
                .with("image", claims.value("image"))
                .toJson();
    }

    private String text() throws IOException {
        if (profile.equals("-")) return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        return Files.readString(Path.of(profile));
    }

    private static Claims parsed(String text) {
        return Json.parseObject(text, Json.TRUSTED_DEPTH);
    }

    private int wrong(String message) {
        spec.commandLine().getErr().println(message);
        return Cardea.WRONG;
    }
}
