package dev.cardea.examples.guides;

import dev.cardea.examples.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** The samples of a guide, as the page shows them. */
final class GuidePage {
    private GuidePage() {}

    static List<String> blocks(String page, String language) throws IOException {
        return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$")
                .matcher(Files.readString(SourceTree.root().resolve(page)))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
