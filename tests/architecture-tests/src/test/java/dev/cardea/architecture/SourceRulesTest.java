package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules that only the source shows. */
class SourceRulesTest {
    /** Test doubles, test suites, attacks and development mode: what they compare protects no user. */
    private static final Set<String> TEST_SUPPORT =
            Set.of("cardea-testing", "cardea-attacks", "cardea-dev", "cardea-adapter-testkit", "cardea-host-testkit");

    private static final Pattern LOCATION = Pattern.compile("(?<!case )\"[Ll]ocation\"|\\bLOCATION\\b");

    /** A comparison that stops at the first difference, of something that an attacker may guess. */
    private static final Pattern COMPARED_SECRET = Pattern.compile(
            "(?i)\\b(secret|token|hash|digest|mac|signature|verifier|nonce|state|password|csrf|challenge|code)(\\(\\))?\\.equals\\("
                    + "|\\.equals\\([\\w.]*(secret|token|hash|digest|mac|signature|verifier|nonce|password|csrf|challenge)(\\(\\))?\\)"
                    + "|Arrays\\.equals\\(");

    /** A question which kind a sign-in method is, whose answer belongs in its traits. */
    private static final Pattern KIND = Pattern.compile(
            "instanceof \\w+(Provider|Method)\\b|\\w+(Provider|Method)\\.class::isInstance|\\btype\\(\\)\\.equals\\("
                    + "|provider\\.type\\(\\) ==|switch \\(\\w+\\.type\\(\\)\\)");

    /** A question which session strategy it is, whose answer belongs in its traits. */
    private static final Pattern STRATEGY =
            Pattern.compile("\\bStrategy\\.(JWT|DATABASE|REVOCABLE)\\b|\\bcase (JWT|DATABASE|REVOCABLE)\\b"
                    + "|[!=]= (JWT|DATABASE|REVOCABLE)\\b"
                    + "|instanceof (Token|Database)Sessions\\b");

    /** The strategies, their traits and constants, and where one is chosen or made. */
    private static final Set<String> STRATEGIES = Set.of(
            "TokenSessions.java",
            "DatabaseSessions.java",
            "SessionTraits.java",
            "SessionOptions.java",
            "Draft.java",
            "Assembly.java");

    /** A participle without a noun, a pronoun, a picture that has to be learnt, or a noun that says nothing. */
    private static final Pattern NO_TYPE_NAME = Pattern.compile("(?:^|\\s)(?:class|interface|enum|record) ("
            + "[A-Z][a-z]+(?:ed|ing)|Begun|Broken|Built|Cut|Done|Found|Frozen|Given|Gone|Heard|Held|Hidden|Kept|Known"
            + "|Left|Lost|Made|Met|Out|Said|Seen|Sent|Shown|Spent|Taken|Told|Written|What|Where|Who|Whose"
            + "|Halls?|Rooms?|Doors?|Entrance|Twin|Tape|Lane"
            + "|\\w+(?:Impl|Manager|Utils?|Helper))\\b");

    private static final Set<String> TYPE_NAMES = Set.of(
            // Nouns.
            "Caching",
            "Finding",
            "Listing",
            "Mapping",
            "Renaming",
            "Sighting",
            // A verdict, as Pause and Refuse.
            "Proceed",
            // As the JDK names what it extends.
            "ServerLogManager");

    private static final Set<String> NO_SECRETS = Set.of(
            // Bytes of a text that was opened, an address, the labels of a meter, the name of a broken token.
            "Jwe.java: if (text.indexOf('\\uFFFD') < 0 || Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes))"
                    + " return text;",
            "IpAddress.java: return other instanceof IpAddress address && Arrays.equals(bytes, address.bytes);",
            "ClientNetwork.java: return other instanceof ClientNetwork it && Arrays.equals(it.network, network);",
            "BoundedMeters.java: return other instanceof Key it && it.name == name && Arrays.equals(it.labels,"
                    + " labels);",
            "SessionChunks.java: return BROKEN.equals(token);",
            // What the browser was sent, and ids that are public.
            "Steps.java: require(expected.challenge.equals(client.text(\"challenge\")), step, \"the challenge is"
                    + " another\");",
            "Steps.java: require(Arrays.equals(data.rpIdHash(), hash), step, \"the passkey belongs to another site\");",
            "RegistrationSteps.java: boolean isNamed = read(13, () -> Arrays.equals(credential.id(), sent.id()));",
            // Codes of errors.
            "AccountRequest.java: if (!LAST_METHOD.code().equals(e.code())) throw e;",
            "EmailPage.java: if (GONE.code().equals(e.code())) return refuse(request, GONE.code(), null);",
            "EmailPage.java: TAKEN.code().equals(e.code()) ||"
                    + " StoreException.isCausedBy(DuplicateKeyException.class, e);",
            // Sessions of a user who is signed in, each with the visitor's own.
            "ComposedAdapter.java: if (!session.sessionToken().equals(exceptToken))"
                    + " deleteSession(session.sessionToken());",
            "InMemoryAdapter.java: && !session.sessionToken().equals(exceptToken)));",
            "Sessions.java: if (!session.sessionToken().equals(exceptToken)) delete(session);",
            "Sessions.java: if (!session.sessionToken().equals(exceptToken)) deleteSession(session.sessionToken());",
            "Sessions.java: .filter(row -> token.equals(Attributes.text(row, \"sessionToken\")))",
            // Whether a provider returns an ID token, states of SQL, and the parameters of a method.
            "OAuthProviderSettings.java: return !Boolean.FALSE.equals(profile.idToken());",
            "SqlDialect.java: return state.equals(\"23505\")",
            "SqlDialect.java: || (failure instanceof SQLIntegrityConstraintViolationException &&"
                    + " state.equals(\"23000\"));",
            "SqlDialect.java: return state.startsWith(\"42\") && !state.equals(\"42501\");",
            "NumberedDialect.java: return failures.duplicate.contains(failure.getErrorCode()) ||"
                    + " state.equals(\"23505\");",
            "SessionValues.java: if (Arrays.equals(method.getParameterTypes(), new Class<?>[] {User.class})) return"
                    + " method;",
            // A look-up by a hash, as a database does it, and a password before and after its normal form.
            "InMemoryAdapter.java: .filter(key -> key.token().equals(token))",
            "Passwords.java: return normalized.equals(password) ? List.of(password) : List.of(normalized, password);");

    @Test
    void an_address_to_go_to_is_written_in_one_place() {
        FrozenViolations.check(
                "location",
                lines(LOCATION).stream()
                        .filter(line -> !line.startsWith("Response.java: "))
                        .toList());
    }

    /** Each exception is a value that the other side knows anyway, or a comparison of no secret. */
    @Test
    void secrets_are_compared_in_constant_time() {
        assertThat(lines(COMPARED_SECRET)).isSubsetOf(NO_SECRETS);
    }

    @Test
    void the_flow_asks_a_sign_in_method_for_its_traits_and_not_for_its_kind() {
        var core = Modules.PUBLISHED.get("cardea-core").resolve("src/main/java/dev/cardea/internal");
        var flow = Stream.of("flow", "engine", "limit").map(core::resolve);
        assertThat(lines(KIND, flow)).isEmpty();
    }

    /** So that another strategy is one class, its traits, and the line that makes it. */
    @Test
    void only_session_strategies_know_which_strategy_they_are() {
        assertThat(lines(STRATEGY).stream().map(line -> line.substring(0, line.indexOf(':'))))
                .isSubsetOf(STRATEGIES);
    }

    /** Tests of some modules need the jar of another module's tests, which {@code maven.test.skip} leaves out. */
    @Test
    void no_command_leaves_out_the_jars_of_tests() {
        for (var file : List.of(
                "demo", "demo.cmd", "README.md", "docs/hosts/README.md", "examples/javascript/up", "release/build")) {
            assertThat(Modules.read(Modules.TOP.resolve(file))).as(file).doesNotContain("maven.test.skip");
        }
    }

    /** In main code and tests of every module. */
    @Test
    void type_names_are_nouns_of_the_field() {
        var folders = Modules.poms().stream()
                .map(Path::getParent)
                .filter(folder -> !folder.equals(Modules.TOP))
                .map(folder -> folder.resolve("src"))
                .filter(Files::isDirectory);
        assertThat(folders.flatMap(SourceRulesTest::sources)
                        .flatMap(SourceRulesTest::text)
                        .map(NO_TYPE_NAME::matcher)
                        .filter(Matcher::find)
                        .map(found -> found.group(1)))
                .isSubsetOf(TYPE_NAMES);
    }

    /** Only the fast build of the top leaves the checks out, as a module could for itself. */
    @Test
    void a_warning_fails_the_build_of_every_module() {
        var top = Modules.TOP.resolve("pom.xml");
        assertThat(Modules.read(top)).contains("<failOnWarning>true</failOnWarning>");
        assertThat(Modules.poms()).hasSizeGreaterThan(35);
        assertThat(Modules.poms().stream()
                        .filter(pom -> !pom.equals(top))
                        .filter(pom -> Modules.read(pom).contains("failOnWarning>")))
                .isEmpty();
    }

    private static List<String> lines(Pattern pattern) {
        return lines(
                pattern,
                Modules.PUBLISHED.entrySet().stream()
                        .filter(module -> !TEST_SUPPORT.contains(module.getKey()))
                        .map(Map.Entry::getValue)
                        .map(folder -> folder.resolve("src/main/java")));
    }

    private static List<String> lines(Pattern pattern, Stream<Path> folders) {
        return folders.flatMap(SourceRulesTest::sources)
                .flatMap(file -> text(file)
                        .filter(line -> pattern.matcher(line).find())
                        .map(line -> file.getFileName() + ": " + line.strip()))
                .toList();
    }

    private static Stream<Path> sources(Path folder) {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> text(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.strip().startsWith("*"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
