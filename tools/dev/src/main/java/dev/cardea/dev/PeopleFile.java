package dev.cardea.dev;

import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The people of the developer, in {@code people.yml}: a list of groups with {@code name}, {@code email}, {@code verified},
 * {@code label} and {@code id}. They come after the built-in people.
 */
final class PeopleFile {
    private static final Set<String> KEYS = Set.of("name", "email", "verified", "label", "id");
    private static final int FIRST_ID = 2001;

    private final Path file;
    private final List<DevPerson> people = new ArrayList<>(DevPerson.ALL);
    private final Set<String> ids = new HashSet<>();

    private PeopleFile(Path file) {
        this.file = file;
        for (var person : DevPerson.ALL) ids.add(person.id());
    }

    /**
     * Returns all people.
     *
     * @throws ConfigurationException if the file has an error
     */
    static List<DevPerson> read(Path folder) {
        var file = folder.resolve("people.yml");
        try {
            return new PeopleFile(file).read(Files.readString(file));
        } catch (NoSuchFileException e) {
            return DevPerson.ALL;
        } catch (IOException e) {
            throw wrong(file, "the file cannot be read");
        }
    }

    private List<DevPerson> read(String yaml) {
        Object all;
        try {
            all = new Load(LoadSettings.builder().setLabel(file.toString()).build()).loadFromString(yaml);
        } catch (YamlEngineException e) {
            throw wrong(
                    file, "this isn't YAML: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
        if (all == null) return DevPerson.ALL;
        if (!(all instanceof List<?> list)) throw wrong(file, "the file must hold a list, such as - name: Ann");
        for (var each : list) add(each);
        return List.copyOf(people);
    }

    private void add(@Nullable Object each) {
        int number = people.size() - DevPerson.ALL.size();
        var who = "person " + (number + 1);
        if (!(each instanceof Map<?, ?> keys)) throw wrong(file, who + " must be a group of keys, such as name: Ann");
        for (var key : keys.keySet()) {
            if (!KEYS.contains(String.valueOf(key))) {
                throw wrong(file, who + ": key \"" + key + "\" is unknown; there are name, email, verified, label, id");
            }
        }
        var verified = keys.get("verified");
        if (verified != null && !(verified instanceof Boolean)) {
            throw wrong(file, who + ": key \"verified\" must be true or false");
        }
        var id = text(keys, "id", who);
        var email = text(keys, "email", who);
        var label = text(keys, "label", who);
        var person = new DevPerson(
                id == null ? String.valueOf(FIRST_ID + number) : id,
                label == null ? "From people.yml" : label,
                text(keys, "name", who),
                email,
                email != null && !Boolean.FALSE.equals(verified));
        if (!person.id().matches("[1-9][0-9]{0,9}")) throw wrong(file, who + ": key \"id\" must be digits");
        if (!ids.add(person.id())) throw wrong(file, who + ": the id " + person.id() + " is that of another person");
        people.add(person);
    }

    private @Nullable String text(Map<?, ?> keys, String key, String who) {
        var value = keys.get(key);
        if (value == null || value instanceof String || value instanceof Number) {
            return value == null ? null : value.toString();
        }
        throw wrong(file, who + ": key \"" + key + "\" must be a text");
    }

    private static ConfigurationException wrong(Path file, String message) {
        return new ConfigurationException(
                List.of(new Finding(ErrorType.INVALID_CONFIGURATION, "people.yml", file + ": " + message)));
    }
}
