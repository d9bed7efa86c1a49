package dev.cardea.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The jar that runs alone: what is in it has an entry in the bill of materials, and a licence. */
@Tag("part")
class ServerJarTest {
    private static final Path JAR = BillOfMaterials.SERVER.resolve("target/cardea-server.jar");
    private static final Path THIRD_PARTY = BillOfMaterials.SERVER.resolve("src/main/third-party/THIRD-PARTY.txt");

    /** What the server's pom.xml leaves out of a component that it packs. */
    private static final Pattern LEFT_OUT =
            Pattern.compile("META-INF/versions/\\d+/org/bouncycastle/.*|org/bouncycastle/(jcajce|jce|pqc)/.*");

    private static List<BillOfMaterials.Component> components;

    @BeforeAll
    static void read() throws IOException {
        components = BillOfMaterials.components();
    }

    @Test
    void each_class_belongs_to_a_component_of_the_bill_of_materials() throws IOException {
        Set<String> known = new HashSet<>();
        for (var each : components) known.addAll(classes(each.jar()));
        known.addAll(classes(own()));
        var all = classes(JAR);
        assertThat(all).hasSizeGreaterThan(5_000);
        assertThat(all).allMatch(known::contains);
    }

    @Test
    void each_component_is_in_the_jar() throws IOException {
        var all = classes(JAR);
        assertThat(all).noneMatch(LEFT_OUT.asMatchPredicate());
        assertThat(components)
                .allSatisfy(each -> assertThat(all).as(each.toString()).containsAll(some(each.jar())));
    }

    @Test
    void no_class_is_of_development_mode_or_of_its_identity_provider() throws IOException {
        assertThat(classes(JAR)).noneMatch(each -> each.startsWith("dev/cardea/dev/"));
        assertThat(classes(JAR)).noneMatch(each -> each.startsWith("dev/cardea/testing/"));
        var development = classes(Path.of("../../tools/dev/target/cardea-dev.jar"));
        assertThat(development).contains("dev/cardea/dev/CardeaDev.class", "dev/cardea/testing/IdentityProvider.class");
        assertThat(development).allMatch(each -> each.matches("dev/cardea/(dev|testing)/.*"));
    }

    /** Few installations export traces, and all of them download the jar. */
    @Test
    void traces_add_at_most_4_mb_and_no_second_http_client() throws IOException {
        try (var jar = new ZipFile(JAR.toFile())) {
            long size = jar.stream()
                    .filter(each -> each.getName().contains("io/opentelemetry/")
                            || each.getName().startsWith("META-INF/services/io.opentelemetry."))
                    .mapToLong(ZipEntry::getCompressedSize)
                    .sum();
            assertThat(size).isBetween(500_000L, 4_000_000L);
        }
        assertThat(classes(JAR)).noneMatch(each -> each.startsWith("okhttp3/") || each.startsWith("kotlin/"));
    }

    @Test
    void third_party_licences_are_up_to_date() throws IOException {
        var now = ThirdParty.text(components);
        if ("third-party".equals(System.getProperty("cardea.write"))) Files.writeString(THIRD_PARTY, now);
        assertThat(Files.readString(THIRD_PARTY))
                .as("write it anew: mvn -pl server,server/distribution -am verify -Dcardea.write=third-party"
                        + " -Dtest=ServerJarTest -Dsurefire.failIfNoSpecifiedTests=false")
                .isEqualTo(now);
    }

    @Test
    void the_jar_carries_its_licences() throws IOException {
        try (var jar = new ZipFile(JAR.toFile())) {
            assertThat(content(jar, "META-INF/LICENSE")).isEqualTo(Files.readString(Path.of("../../LICENSE")));
            assertThat(content(jar, "META-INF/NOTICE")).isEqualTo(Files.readString(Path.of("../../NOTICE")));
            assertThat(content(jar, "META-INF/THIRD-PARTY.txt")).contains("com.h2database:h2:");
        }
    }

    private static Path own() {
        try (var files = Files.list(BillOfMaterials.SERVER.resolve("target"))) {
            return files.filter(
                            each -> each.getFileName().toString().matches("cardea-server-[0-9.]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> some(Path jar) throws IOException {
        return classes(jar).stream()
                .filter(LEFT_OUT.asMatchPredicate().negate())
                .limit(3)
                .toList();
    }

    private static Set<String> classes(Path jar) throws IOException {
        try (var archive = new ZipFile(jar.toFile())) {
            Set<String> names = new HashSet<>();
            archive.stream()
                    .map(ZipEntry::getName)
                    .filter(each -> each.endsWith(".class") && !each.endsWith("module-info.class"))
                    .forEach(names::add);
            return names;
        }
    }

    private static String content(ZipFile jar, String name) throws IOException {
        var entry = jar.getEntry(name);
        assertThat(entry).as(name).isNotNull();
        return new String(jar.getInputStream(entry).readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
