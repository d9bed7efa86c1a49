package dev.cardea.release;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A small repository that can be published: a parent, a BOM and one jar, all signed. */
final class SampleRepository {
    private static final String KEY = key();

    final Path root;

    SampleRepository(Path root) throws IOException {
        this.root = root;
        put("cardea-parent", ".pom", PARENT.getBytes(StandardCharsets.UTF_8));
        put("cardea-bom", ".pom", BOM.getBytes(StandardCharsets.UTF_8));
        put("cardea-core", ".pom", CORE.getBytes(StandardCharsets.UTF_8));
        put("cardea-core", ".jar", zip("META-INF/LICENSE", "dev/cardea/Auth.class"));
        put("cardea-core", "-sources.jar", zip("dev/cardea/Auth.java"));
        put("cardea-core", "-javadoc.jar", zip("index.html"));
        put("cardea-core", "-cyclonedx.json", "{\"bomFormat\": \"CycloneDX\"}".getBytes(StandardCharsets.UTF_8));
    }

    static Signatures keys() throws IOException {
        return Signatures.by(new ByteArrayInputStream(KEY.getBytes(StandardCharsets.US_ASCII)));
    }

    Path file(String artifact, String ending) {
        return new Coordinates("dev.cardea", artifact, "1.0.0").file(root, ending);
    }

    /** Changes a POM and signs it again, so that only the rule in question is broken. */
    void edit(String artifact, String from, String to) throws IOException {
        var text = Files.readString(file(artifact, ".pom"));
        if (!text.contains(from)) throw new AssertionError("no " + from + " in the POM of " + artifact);
        put(artifact, ".pom", text.replace(from, to).getBytes(StandardCharsets.UTF_8));
    }

    void put(String artifact, String ending, byte[] content) throws IOException {
        var file = file(artifact, ending);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        Files.writeString(with(file, ".md5"), RepositoryCheck.digest(file, "MD5"));
        Files.writeString(with(file, ".sha1"), RepositoryCheck.digest(file, "SHA-1"));
        Files.writeString(with(file, ".asc"), Signer.with(KEY, "").sign(content));
    }

    static Path with(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    static byte[] zip(String... names) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var name : List.of(names)) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(name.getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static String key() {
        try {
            return ThrowAwayKey.armored(Instant.now());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static final String PARENT = """
            <project>
              <groupId>dev.cardea</groupId>
              <artifactId>cardea-parent</artifactId>
              <version>1.0.0</version>
              <packaging>pom</packaging>
              <name>Parent</name>
              <description>A parent</description>
              <url>${home}</url>
              <licenses><license><name>Apache-2.0</name><url>https://license.test</url></license></licenses>
              <developers><developer><name>Ada</name><email>ada@cardea.test</email></developer></developers>
              <scm>
                <connection>scm:git:${home}</connection>
                <developerConnection>scm:git:${home}</developerConnection>
                <url>${home}</url>
              </scm>
              <properties><home>https://cardea.test</home></properties>
              <dependencyManagement>
                <dependencies>
                  <dependency><groupId>org.lib</groupId><artifactId>lib</artifactId><version>2.1</version></dependency>
                </dependencies>
              </dependencyManagement>
            </project>
            """;

    private static final String BOM = PARENT.replace("cardea-parent", "cardea-bom")
            .replace("org.lib", "${project.groupId}")
            .replace("<artifactId>lib", "<artifactId>cardea-core")
            .replace("<version>2.1", "<version>${project.version}");

    private static final String CORE = """
            <project>
              <parent>
                <groupId>dev.cardea</groupId>
                <artifactId>cardea-parent</artifactId>
                <version>1.0.0</version>
              </parent>
              <artifactId>cardea-core</artifactId>
              <name>Core</name>
              <description>The core</description>
              <dependencies>
                <dependency><groupId>org.lib</groupId><artifactId>lib</artifactId></dependency>
              </dependencies>
            </project>
            """;
}
