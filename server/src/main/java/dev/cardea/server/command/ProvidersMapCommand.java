package dev.cardea.server.command;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.server.file.BuiltIn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cardea providers map}. */
@Command(
        name = "map",
        description = "Shows how a provider's profile becomes a user, without network access.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ProvidersMapCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "The id of the provider.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--profile", required = true, paramLabel = "FILE|-", description = "The profile, as JSON.")
    @SuppressWarnings("NullAway.Init")
    private String profile;

    @Option(names = "--tokens", paramLabel = "FILE", description = "The token endpoint's response, as JSON.")
    private @Nullable Path tokens;

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "An option of the provider.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Override
    public Integer call() {
        var known = BuiltIn.of(id);
        if (known.isEmpty()) return wrong(BuiltIn.unknown(id));
        try {
            var map = mapper(known.get());
            var tokenSet = tokens == null ? Claims.NONE : parsed(tokens.toString(), Files.readString(tokens));
            return print(map, Profile.of(parsed(profile, text())), TokenSet.of(tokenSet));
        } catch (IOException e) {
            spec.commandLine().getErr().println("the file " + e.getMessage() + " cannot be read");
            return ExitCode.NOT_STARTED;
        } catch (IllegalArgumentException e) {
            return wrong(e.getMessage());
        }
    }

    /** @throws IllegalArgumentException where it makes no user of a profile, or does not know an option */
    private BiFunction<Profile, TokenSet, User> mapper(BuiltIn known) {
        var brand = known.brand();
        if (brand != null && known.isOAuth()) {
            var own = new LinkedHashMap<>(options);
            var issuer = own.remove("issuer");
            var clientId = own.remove("clientId");
            var provider = (OAuthProvider) brand.example(own);
            if (clientId != null) provider = provider.clientId(clientId);
            var example = issuer == null ? provider : provider.issuer(issuer);
            return (from, tokenSet) -> brand.map(example, from, tokenSet);
        }
        if (!options.isEmpty()) {
            throw new IllegalArgumentException("the provider " + id + " has no option for its profile");
        }
        return known.mapping()
                .orElseThrow(() -> new IllegalArgumentException("the provider " + id + " has no profile"));
    }

    private int print(BiFunction<Profile, TokenSet, User> map, Profile from, TokenSet tokenSet) {
        try {
            var user = map.apply(from, tokenSet);
            if (user.id() == null) throw new IllegalArgumentException("the profile has no id");
            spec.commandLine().getOut().println(line(user));
            return ExitCode.DONE;
        } catch (RuntimeException e) {
            var reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            spec.commandLine().getErr().println(reason.replaceAll("\\p{Cntrl}+", " "));
            return ExitCode.BROKEN;
        }
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

    /** @throws IllegalArgumentException if the text is not a JSON object */
    private static Claims parsed(String file, String text) {
        try {
            return Json.parseObject(text, Json.TRUSTED_DEPTH);
        } catch (JsonException e) {
            throw new IllegalArgumentException((file.equals("-") ? "the input" : file) + " is not a JSON object", e);
        }
    }

    private int wrong(@Nullable String message) {
        spec.commandLine().getErr().println(message);
        return ExitCode.WRONG;
    }
}
