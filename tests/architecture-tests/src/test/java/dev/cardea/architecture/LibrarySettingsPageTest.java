package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ReturnTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** docs/library-settings.md is written from the sources: {@code -Dcardea.write=settings} writes it anew. */
class LibrarySettingsPageTest {
    private static final Path PAGE = Modules.TOP.resolve("docs/library-settings.md");
    private static final String FOR_THE_LIBRARY = "For the library.";
    private static final Pattern ANNOTATION = Pattern.compile("@\\w+(\\([^)]*\\))?\\s*");

    /** What a developer configures: the heading, the source file, and the class in it that returns itself. */
    private static final Map<String, Settings> SETTINGS = settings();

    private record Settings(String file, String type) {}

    @Test
    void the_page_has_every_setting_with_its_first_sentence() throws IOException {
        var written = written();
        if ("settings".equals(System.getProperty("cardea.write"))) Files.writeString(PAGE, written);
        assertThat(Files.readString(PAGE))
                .as("mvn -pl tests/architecture-tests test -Dtest=LibrarySettingsPageTest -Dcardea.write=settings")
                .isEqualTo(written);
    }

    private static Map<String, Settings> settings() {
        var core = "libraries/core/src/main/java/dev/cardea/";
        Map<String, Settings> all = new LinkedHashMap<>();
        all.put("The configuration: `AuthConfig.builder()`", new Settings(core + "AuthConfig.java", "Builder"));
        all.put("What weakens it: `AuthConfig.builder().danger()`", new Settings(core + "AuthConfig.java", "Danger"));
        all.put("Sessions: `SessionOptions`", new Settings(core + "config/SessionOptions.java", "SessionOptions"));
        all.put("Session tokens: `JwtOptions`", new Settings(core + "config/JwtOptions.java", "JwtOptions"));
        all.put("Callbacks: `Callbacks.DEFAULT`", new Settings(core + "hook/Callbacks.java", "Callbacks"));
        all.put("Pages: `PagesOptions`", new Settings(core + "config/PagesOptions.java", "PagesOptions"));
        all.put("Appearance: `Theme`", new Settings(core + "provider/Theme.java", "Theme"));
        all.put("One cookie: `CookieOverride`", new Settings(core + "cookies/CookieOverride.java", "CookieOverride"));
        all.put("Rate limits: `RateLimits.DEFAULT`", new Settings(core + "limit/RateLimits.java", "RateLimits"));
        all.put(
                "Recorder: `RecorderOptions.DEFAULT`",
                new Settings(
                        "libraries/recorder/src/main/java/dev/cardea/recorder/RecorderOptions.java",
                        "RecorderOptions"));
        all.put(
                "OAuth and OpenID Connect: `OAuthProvider`",
                new Settings(core + "provider/OAuthProvider.java", "OAuthProvider"));
        all.put("Sign-in links: `EmailProvider`", new Settings(core + "provider/EmailProvider.java", "EmailProvider"));
        all.put(
                "Credentials: `CredentialsProvider`",
                new Settings(core + "provider/CredentialsProvider.java", "CredentialsProvider"));
        all.put(
                "Passkeys: `WebAuthnProvider`",
                new Settings(core + "provider/WebAuthnProvider.java", "WebAuthnProvider"));
        all.put(
                "Password hashes: `Passwords.builder()`",
                new Settings("libraries/password/src/main/java/dev/cardea/password/Passwords.java", "Builder"));
        return all;
    }

    private static String written() throws IOException {
        var lines = new ArrayList<>(List.of(
                "# Library settings",
                "",
                "Every method that sets something for login, sessions, cookies or providers in the Java library, with the first",
                "sentence of its Javadoc. Start with [configure the library](configuration.md), which explains the settings and has",
                "their defaults and environment variables. This list is *generated from the Javadoc*."));
        for (var each : SETTINGS.entrySet()) {
            lines.addAll(List.of("", "## " + each.getKey(), "", "| Method | What it does |", "|---|---|"));
            lines.addAll(rows(each.getValue()));
        }
        lines.add("");
        return String.join("\n", lines);
    }

    private static List<String> rows(Settings settings) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var rows = new ArrayList<String>();
        var undocumented = new ArrayList<String>();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var file = files.getJavaFileObjects(Modules.TOP.resolve(settings.file()));
            var task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, file);
            var trees = DocTrees.instance(task);
            for (var unit : task.parse()) {
                new TreePathScanner<Void, String>() {
                    @Override
                    public Void visitClass(ClassTree type, String outer) {
                        return super.visitClass(type, type.getSimpleName().toString());
                    }

                    @Override
                    public Void visitMethod(MethodTree method, String type) {
                        if (!type.equals(settings.type()) || !isSetting(method, type)) return null;
                        var comment = trees.getDocCommentTree(getCurrentPath());
                        var sentence = comment == null ? "" : sentence(comment.getFirstSentence());
                        if (sentence.isEmpty()) undocumented.add(type + "." + method.getName());
                        if (!String.valueOf(comment).contains(FOR_THE_LIBRARY)) {
                            rows.add("| `" + signature(method) + "` | " + sentence + " |");
                        }
                        return null;
                    }
                }.scan(unit, "");
            }
        }
        assertThat(undocumented).as("settings without Javadoc").isEmpty();
        assertThat(rows).as(settings.toString()).isNotEmpty();
        return rows;
    }

    /** A method that makes or changes such an object; of what is dangerous, its builder. */
    private static boolean isSetting(MethodTree method, String type) {
        var modifiers = method.getModifiers().getFlags();
        if (!modifiers.contains(Modifier.PUBLIC) || method.getReturnType() == null) return false;
        var returned = String.valueOf(method.getReturnType());
        return returned.equals(type) || returned.equals("Builder");
    }

    private static String signature(MethodTree method) {
        return method.getName()
                + method.getParameters().stream()
                        .map(LibrarySettingsPageTest::parameter)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String parameter(VariableTree parameter) {
        var type = ANNOTATION.matcher(parameter.getType().toString()).replaceAll("");
        boolean isOpen = parameter.toString().contains("...");
        return (isOpen ? type.replace("[]", "") + "..." : type) + " " + parameter.getName();
    }

    private static String sentence(List<? extends DocTree> parts) {
        return parts.stream()
                .map(LibrarySettingsPageTest::markdown)
                .collect(Collectors.joining())
                .replaceAll("\\s+", " ")
                .replace("|", "\\|")
                .strip();
    }

    private static String markdown(DocTree part) {
        if (part instanceof LiteralTree literal)
            return "`" + literal.getBody().getBody().strip() + "`";
        if (part instanceof ReturnTree returned) return "Returns " + sentence(returned.getDescription()) + ".";
        if (part instanceof LinkTree link) {
            var label = sentence(link.getLabel());
            return label.isEmpty()
                    ? "`"
                            + link.getReference()
                                    .toString()
                                    .replaceFirst("^#", "")
                                    .replace('#', '.') + "`"
                    : label;
        }
        return part.toString();
    }
}
