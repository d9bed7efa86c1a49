package dev.cardea.distribution;

import dev.cardea.distribution.BillOfMaterials.Component;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Writes the licences and notices of the libraries in the server's jar. */
final class ThirdParty {
    private static final Pattern LEGAL = Pattern.compile(
            "(META-INF/)?(LICENSE|NOTICE)[^/]*|META-INF/licenses/.+/LICENSE|META-INF/maven/.+/LICENSE[^/]*",
            Pattern.CASE_INSENSITIVE);
    private static final String LINE = "=".repeat(100) + "\n";

    /** Copyright lines of libraries whose licence asks for one and whose jars carry none. */
    private static final Map<String, String> COPYRIGHTS = Map.of(
            "redis.clients:jedis", "Copyright (c) Redis, inc.",
            "redis.clients.authentication:redis-authx-core", "Copyright (c) Redis, inc.");

    /** Which standard text stands for the licence that a POM names, where the jar carries none. */
    private static final Map<String, String> STANDARD = Map.of(
            "Apache-2.0", "Apache-2.0",
            "MIT", "MIT",
            "MPL-2.0", "MPL-2.0",
            "LGPL-2.1-or-later", "LGPL-2.1",
            "EPL-2.0", "",
            "Public Domain", "");

    private ThirdParty() {}

    static String text(List<Component> components) throws IOException {
        Map<String, String> numbers = new LinkedHashMap<>();
        var list = new StringBuilder("""
                Libraries in the jar of Cardea's server

                This file is generated. It names each library with the licences that its POM gives, and with the number of
                each licence or notice below. Their class files are unmodified. Their sources are at the addresses given, and on
                Maven Central as the -sources.jar of the same name. Under the GNU Lesser General Public License, you may
                replace a library's classes in the jar by your own build of it.

                """);
        for (var each : components) {
            if (!each.isThirdParty()) continue;
            list.append(each).append('\n');
            list.append("    licence: ")
                    .append(String.join(" or ", each.licenses()))
                    .append('\n');
            if (!each.address().isEmpty())
                list.append("    source: ").append(each.address()).append('\n');
            var copyright = COPYRIGHTS.get(each.group() + ":" + each.name());
            if (copyright != null) list.append("    ").append(copyright).append('\n');
            for (var legal : legalTexts(each)) {
                var number = numbers.computeIfAbsent(legal, it -> String.valueOf(numbers.size() + 1));
                list.append("    text ").append(number).append('\n');
            }
        }
        numbers.forEach((text, number) -> list.append('\n')
                .append(LINE)
                .append("text ")
                .append(number)
                .append('\n')
                .append(LINE)
                .append('\n')
                .append(text));
        return list.toString();
    }

    /** What the jar carries; else the standard text of the first licence that has one. */
    private static List<String> legalTexts(Component component) throws IOException {
        List<String> texts = new ArrayList<>();
        boolean hasLicense = false;
        try (var jar = new ZipFile(component.jar().toFile())) {
            for (var entry : jar.stream()
                    .filter(each -> LEGAL.matcher(each.getName()).matches() && !each.isDirectory())
                    .sorted(Comparator.comparing(ZipEntry::getName))
                    .toList()) {
                texts.add(tidy(new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8)));
                hasLicense |= entry.getName().toUpperCase(Locale.ROOT).contains("LICENSE");
            }
        }
        return hasLicense ? texts : withStandardText(component, texts);
    }

    private static List<String> withStandardText(Component component, List<String> texts) throws IOException {
        for (var license : component.licenses()) {
            var name = STANDARD.get(license);
            if (name == null) throw new AssertionError("no text for the licence " + license + " of " + component);
            if (name.isEmpty()) continue;
            texts.add(tidy(
                    Files.readString(BillOfMaterials.SERVER.resolve("src/main/third-party/texts/" + name + ".txt"))));
            return texts;
        }
        return texts;
    }

    private static String tidy(String text) {
        return text.replace("\r\n", "\n").replace("\f", "").stripTrailing() + "\n";
    }
}
