package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** docs/attacks.md is written from the declarations: {@code -Dcardea.write=attacks} writes it anew. */
class AttacksPageTest {
    @Test
    void the_ids_of_the_attacks_have_no_gap() {
        assertThat(Attacks.all())
                .extracting(Attack::id)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 67)
                        .mapToObj(number -> String.format("A%02d", number))
                        .toList());
    }

    @Test
    void the_page_has_every_attack() throws IOException {
        var page = root().resolve("docs/attacks.md");
        if ("attacks".equals(System.getProperty("cardea.write"))) Files.writeString(page, written());
        assertThat(Files.readString(page))
                .as("mvn -pl tools/attacks test -Dtest=AttacksPageTest -Dcardea.write=attacks")
                .isEqualTo(written());
    }

    private static String written() {
        var all = Attacks.all();
        var lines = new ArrayList<>(List.of(
                "# Attacks of `cardea doctor --attack`",
                "",
                "Understand a report of `cardea doctor --attack`: what every attack does, how a site with its defences on responds, and",
                "what to change if yours doesn't. [Attack your own site](guides/attack-your-own-site.md) shows how to run them.",
                "",
                "There are " + all.size() + " attacks, A01 to A" + all.size()
                        + ". For each of them, a test takes the defence away and sees which attacks",
                "succeed then. Several can succeed together: without CSRF tokens, A04, A05 and A07 also succeed.",
                ""));
        for (var attack : all) {
            lines.addAll(List.of(
                    "## " + attack.id(),
                    "",
                    Character.toUpperCase(attack.title().charAt(0))
                            + attack.title().substring(1) + ".",
                    "",
                    "| group | expected | remedy |",
                    "|---|---|---|",
                    "| " + attack.group().name().toLowerCase(Locale.ROOT) + " | " + attack.expected() + " | "
                            + attack.remedy() + " |",
                    ""));
        }
        return String.join("\n", lines);
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        return folder;
    }
}
