import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Judges what the tests of a build reported. Run from the top of the clone, with a JDK alone:
 *
 * <pre>
 * java .ci/TestReport.java [--since FILE] [--changed FILE] [--times FILE] [--fast-loop FOLDER] [--flaky FILE]
 *   [--expect TAG,TAG] [--modules MODULE,MODULE]
 * </pre>
 *
 * <p>Maven runs a failed test once more, reports both outcomes, and continues. A test that fails twice fails the build.
 * One that passes the second time is printed as FLAKY, with its first failure. More than two flaky tests fail the
 * build, and so does one whose class is in the files that {@code --changed} lists. The fast loop also reruns failed
 * tests: {@code --fast-loop} is the folder of its reports, of which passed tests are read, and {@code --flaky} is the
 * file with its output. In reports renamed to {@code -on-bare.xml}, only flaky tests are read: the others were skipped
 * there, or run again. A test in {@code .ci/quarantine.txt} doesn't fail the build until its date. A date that has
 * passed, or is more than two weeks ahead, does. With {@code --expect}, a test of each class without one of these tags
 * must have run, and no class may skip a test that it declares. With {@code --modules}, a test of each of these modules
 * must have run.
 */
class TestReport {
    private static final int FLAKY_AT_MOST = 2;
    private static final int DAYS_OF_QUARANTINE = 14;
    private static final String BARE = "-on-bare.xml";
    private static final Path QUARANTINE = Path.of(".ci/quarantine.txt");
    private static final List<String> OPTIONS =
            List.of("--since", "--changed", "--times", "--fast-loop", "--flaky", "--expect", "--modules");

    enum Outcome {
        PASSED,
        SKIPPED,
        FLAKY,
        FAILED
    }

    /** One test, with the first line of what failed, or an empty text. */
    record Test(String type, String name, double seconds, Outcome outcome, String failure) {
        String id() {
            return type + "." + name;
        }

        /** Without a nested class, and without the suffix of a report. */
        String topType() {
            return type.replaceAll("[$(].*", "");
        }

        String simpleType() {
            return topType().substring(topType().lastIndexOf('.') + 1);
        }

        /** Whether it ran with the class path and the JDK of most tests: other reports have a suffix. */
        boolean hasRun() {
            return outcome != Outcome.SKIPPED && !type.contains("(");
        }
    }

    /** One line of the quarantine. */
    record Quarantined(String test, String cause, LocalDate until) {
        boolean has(Test test) {
            // With or without the package, and all parameters of one test.
            return Stream.of(test.id(), test.simpleType() + "." + test.name())
                    .anyMatch(id -> id.equals(this.test)
                            || id.startsWith(this.test + "(")
                            || id.startsWith(this.test + "["));
        }
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = options(args);
        FileTime since = options.containsKey("--since")
                ? Files.getLastModifiedTime(Path.of(options.get("--since")))
                : FileTime.fromMillis(0);
        List<Quarantined> quarantine = quarantine(lines(QUARANTINE.toString()));
        List<Test> tests = new ArrayList<>(tests(since));
        if (options.containsKey("--fast-loop")) tests.addAll(greenOf(Path.of(options.get("--fast-loop"))));
        tests.addAll(flakyOfFastLoop(lines(options.get("--flaky"))));
        List<String> changed = lines(options.get("--changed"));
        List<String> problems = new ArrayList<>(judge(tests, quarantine, changed));
        problems.addAll(expired(quarantine, LocalDate.now()));
        if (options.containsKey("--expect")) {
            problems.addAll(missing(tests, Set.of(options.get("--expect").split(","))));
        }
        if (options.containsKey("--modules")) {
            for (String module : options.get("--modules").split(",")) {
                List<Test> own = reported(Path.of(module, "target/surefire-reports"), since);
                if (own.stream().noneMatch(Test::hasRun)) problems.add("no test of " + module + " has run");
            }
        }
        slowest(tests, lines(options.get("--times")));
        problems.forEach(problem -> System.out.println("RED: " + problem));
        System.out.printf(
                "%n%d passed, %d failed, %d skipped%n",
                count(tests, Outcome.PASSED) + count(tests, Outcome.FLAKY),
                count(tests, Outcome.FAILED),
                count(tests, Outcome.SKIPPED));
        if (!problems.isEmpty() || tests.isEmpty()) System.exit(1);
    }

    private static Map<String, String> options(String[] args) {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) options.put(args[i], args[i + 1]);
        if (args.length % 2 != 0 || !OPTIONS.containsAll(options.keySet())) {
            System.err.println("usage: TestReport [" + String.join(" VALUE] [", OPTIONS) + " VALUE]");
            System.exit(2);
        }
        return options;
    }

    // --- reading ----------------------------------------------------------------------------------------------------

    /** The tests in all reports of modules that are not older than that; of a bare machine's, those that count. */
    private static List<Test> tests(FileTime since) throws IOException {
        List<Test> tests = new ArrayList<>();
        for (Path folder : folders("surefire-reports")) tests.addAll(reported(folder, since));
        return tests;
    }

    private static List<Test> reported(Path folder, FileTime since) throws IOException {
        List<Test> tests = new ArrayList<>();
        for (Path file : reports(folder)) {
            if (Files.getLastModifiedTime(file).compareTo(since) < 0) continue;
            boolean isBare = file.toString().endsWith(BARE);
            read(file).stream()
                    .filter(test -> !isBare || test.outcome() == Outcome.FLAKY)
                    .forEach(tests::add);
        }
        return tests;
    }

    /** The tests of {@code ./check} that were green. It judges those that were red, and skips some on a bare machine. */
    private static List<Test> greenOf(Path folder) throws IOException {
        List<Test> green = new ArrayList<>();
        for (Path file : reports(folder)) {
            read(file).stream().filter(test -> test.outcome() == Outcome.PASSED).forEach(green::add);
        }
        return green;
    }

    /** Empty for a folder that is not there: what began no test has no report, and its classes are missing. */
    private static List<Path> reports(Path folder) throws IOException {
        if (!Files.exists(folder)) return List.of();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList();
        }
    }

    /** The tests that {@code ./check} printed as flaky, with what failed. */
    static List<Test> flakyOfFastLoop(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("FLAKY "))
                .map(line -> line.substring(6).strip())
                .map(id -> flaky(id.substring(0, id.lastIndexOf('.')), id.substring(id.lastIndexOf('.') + 1), lines))
                .toList();
    }

    /** With what JUnit's launcher prints between the name of the method and the stack. */
    private static Test flaky(String type, String method, List<String> lines) {
        String failure = lines.stream()
                .dropWhile(line -> !line.contains("className = '" + type + "', methodName = '" + method + "'"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("       "))
                .map(String::strip)
                .collect(Collectors.joining(" "));
        return new Test(
                type, method, 0, Outcome.FLAKY, "in the fast loop: " + failure.replaceAll("(.{300}).*", "$1…"));
    }

    private static List<Test> read(Path file) throws IOException {
        try {
            var document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
            var cases = document.getElementsByTagName("testcase");
            List<Test> tests = new ArrayList<>();
            for (int i = 0; i < cases.getLength(); i++) tests.add(test((Element) cases.item(i)));
            return tests;
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(file + " cannot be read; did a test process end early?", e);
        }
    }

    private static Test test(Element element) {
        Outcome outcome = Outcome.PASSED;
        String failure = "";
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (!(node instanceof Element child)) continue;
            switch (child.getTagName()) {
                case "skipped" -> outcome = Outcome.SKIPPED;
                case "flakyFailure", "flakyError" -> outcome = Outcome.FLAKY;
                case "failure", "error" -> outcome = Outcome.FAILED;
                default -> {
                    continue;
                }
            }
            failure = firstLine(child);
            break;
        }
        // A class whose set-up failed is a case without a name.
        String name = element.getAttribute("name");
        return new Test(
                element.getAttribute("classname"),
                name.isEmpty() ? "(the class)" : name,
                Double.parseDouble(element.getAttribute("time").replace(",", "")),
                outcome,
                failure);
    }

    private static String firstLine(Element failure) {
        String message = failure.getAttribute("message");
        String text = message.isBlank() ? failure.getTextContent() : message;
        if (failure.hasAttribute("type") && !message.isBlank()) text = failure.getAttribute("type") + ": " + text;
        return text.strip()
                .lines()
                .limit(3)
                .map(String::strip)
                .collect(Collectors.joining(" "))
                .replaceAll("(.{300}).*", "$1…");
    }

    static List<Quarantined> quarantine(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\t"))
                .map(row -> {
                    if (row.length == 3 && !row[0].isBlank()) {
                        return new Quarantined(row[0], row[1], LocalDate.parse(row[2]));
                    }
                    throw new IllegalArgumentException(QUARANTINE + ": expected test, cause and date, separated by tabs");
                })
                .toList();
    }

    private static List<String> lines(String file) throws IOException {
        return file == null || !Files.exists(Path.of(file)) ? List.of() : Files.readAllLines(Path.of(file));
    }

    // --- judging ----------------------------------------------------------------------------------------------------

    /** Prints what is not green, and returns what fails the build. */
    static List<String> judge(List<Test> tests, List<Quarantined> quarantine, List<String> changed) {
        List<String> problems = new ArrayList<>();
        int flaky = 0;
        for (Test test : tests) {
            if (test.outcome() == Outcome.PASSED || test.outcome() == Outcome.SKIPPED) continue;
            var known = quarantine.stream().filter(it -> it.has(test)).findFirst();
            if (known.isPresent()) {
                System.out.println("QUARANTINED until " + known.get().until() + " " + test.id() + " ("
                        + known.get().cause() + "): " + test.failure());
            } else if (test.outcome() == Outcome.FAILED) {
                problems.add(test.id() + ": " + test.failure());
            } else {
                flaky++;
                System.out.println("FLAKY " + test.id() + "\n  first:  " + test.failure() + "\n  second: green");
                if (changed.stream().anyMatch(file -> file.endsWith("/" + test.simpleType() + ".java"))) {
                    problems.add(test.id() + " is flaky, and this change touched its class");
                }
            }
        }
        if (flaky > FLAKY_AT_MOST) problems.add(flaky + " tests were flaky; at most " + FLAKY_AT_MOST + " may be");
        return problems;
    }

    static List<String> expired(List<Quarantined> quarantine, LocalDate today) {
        return quarantine.stream()
                .filter(it -> it.until().isBefore(today) || it.until().isAfter(today.plusDays(DAYS_OF_QUARANTINE)))
                .map(it -> QUARANTINE + ": " + it.test() + " until " + it.until() + " has expired, or is more than "
                        + DAYS_OF_QUARANTINE + " days ahead; fix the test")
                .toList();
    }

    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([\\w-]+)\"\\)");
    private static final Pattern TYPE =
            Pattern.compile("(?m)^(?:public |final |abstract )*(class|interface|record|enum) (\\w+)");
    private static final Pattern INHERITED =
            Pattern.compile("class \\w+[^{]*(?:extends|implements)[^{]*\\b\\w+(?:Tests?|Contract)\\b");
    private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b");

    /**
     * Test classes without one of those tags of which no test ran: their process ended early, no build has them, or all was
     * skipped. Also skipped tests that a class declares itself. A class can only skip what it inherits: the parts of a
     * contract for which a store or a framework has no capability.
     */
    private static List<String> missing(List<Test> tests, Set<String> excluded) throws IOException {
        Set<String> ran =
                tests.stream().filter(Test::hasRun).map(Test::topType).collect(Collectors.toCollection(TreeSet::new));
        List<Test> skipped =
                tests.stream().filter(it -> it.outcome() == Outcome.SKIPPED).toList();
        List<String> missing = new ArrayList<>();
        for (Path root : folders("src/test/java")) {
            if (!Files.exists(root.resolveSibling("../../target").normalize())) continue;
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.toList()) {
                    String name = file.getFileName().toString();
                    boolean isTest = name.matches("(Test.*|.*Tests?)\\.java");
                    if (!isTest) continue;
                    String type = root.relativize(file).toString().replace(".java", "").replace('/', '.');
                    String source = Files.readString(file);
                    if (!ran.contains(type) && isExpected(source, excluded)) {
                        missing.add("no test of " + file + " has run");
                    }
                    for (Test test : skipped) {
                        String method = test.name().replaceAll("[(\\[{].*", "");
                        if (test.topType().equals(type) && source.contains(" " + method + "(")) {
                            missing.add(test.id() + " was skipped: " + test.failure());
                        }
                    }
                }
            }
        }
        return missing;
    }

    static boolean isExpected(String source, Set<String> excluded) {
        var type = TYPE.matcher(source);
        if (!type.find() || !type.group(1).equals("class") || type.group().contains("abstract ")) return false;
        String head = source.substring(0, type.start());
        if (TAG.matcher(head).results().anyMatch(tag -> excluded.contains(tag.group(1)))) return false;
        // Where each test has such a tag itself, the class has nothing to report.
        long own = TEST.matcher(source).results().count();
        long tagged = TAG.matcher(source.substring(type.start()))
                .results()
                .filter(tag -> excluded.contains(tag.group(1)))
                .count();
        return own == 0 ? INHERITED.matcher(source).find() : tagged < own;
    }

    private static List<Path> folders(String end) throws IOException {
        Set<String> skipped = Set.of("node_modules", ".git", "fast", "classes", "test-classes");
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(Path.of("."), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (folder.endsWith(end)) found.add(folder.normalize());
                String name = folder.normalize().getFileName().toString();
                return folder.endsWith(end) || skipped.contains(name)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    // --- printing ---------------------------------------------------------------------------------------------------

    /** @param others lines of seconds, a tab, and the name of a test in another language */
    private static void slowest(List<Test> tests, List<String> others) {
        record Time(double seconds, String name) {}
        var times = Stream.concat(
                tests.stream().map(test -> new Time(test.seconds(), test.simpleType() + "." + test.name())),
                others.stream()
                        .map(line -> line.split("\t", 2))
                        .map(row -> new Time(Double.parseDouble(row[0]), row[1])));
        System.out.println("The 20 slowest tests, in seconds:");
        times.sorted(Comparator.comparingDouble(Time::seconds).reversed())
                .limit(20)
                .forEach(time -> System.out.printf("%8.1f  %s%n", time.seconds(), time.name()));
    }

    private static long count(List<Test> tests, Outcome outcome) {
        return tests.stream().filter(test -> test.outcome() == outcome).count();
    }
}
