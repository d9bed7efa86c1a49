import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles the sources that changed since the last build of the fast loop, if no other class can notice. Run with a JDK alone:
 *
 * <pre>
 * java .ci/ChangedSources.java STATE CLASSPATH PATH...
 * </pre>
 *
 * <p>Each PATH is a file or folder that the build reads. STATE lists their files with size and time as that build read them,
 * and is as new as its classes. The exit code is 0 if all classes in {@code target/fast} are now up to date. It is 3 if
 * Maven has to build. That's the case if anything but a few classes changed, if a change affects other classes, or if
 * something else wrote classes. Classes of changed sources are then deleted, because Maven compares file times. Once
 * Maven has succeeded, STATE.next replaces STATE.
 *
 * <p>A change affects other classes if it changes a declaration that isn't private: signatures, constants, annotations
 * or names of parameters. The class path is that of all modules together: Maven's next build finds a dependency
 * that a module doesn't have.
 */
class ChangedSources {
    private static final int MAVEN_BUILDS = 3;

    /** Up to this many files, compiling and comparing takes less time than starting Maven. */
    private static final int MOST = 40;

    private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

    /** A file of one top-level class, and the folder that it is compiled into. */
    private record Source(Path file, Path classes, String type) {
        private static final Pattern FILE = Pattern.compile("(.+)/src/(main|test)/java/(.+/[A-Z]\\w*)\\.java");

        static Optional<Source> of(String file) {
            var parts = FILE.matcher(file);
            if (!parts.matches()) return Optional.empty();
            var folder = parts.group(2).equals("main") ? "classes" : "test-classes";
            return Optional.of(new Source(Path.of(file), Path.of(parts.group(1), "target/fast", folder), parts.group(3)));
        }

        Path compiled() {
            return classes.resolve(type + ".class");
        }

        /** Returns where the new classes of that folder wait until all are known to be right. */
        static Path fresh(Path classes) {
            return classes.resolveSibling("changed-" + classes.getFileName());
        }

        /** Returns the class and those in it, of one of the two folders. */
        List<Path> allIn(Path folder) throws IOException {
            var outer = folder.resolve(type + ".class");
            if (!Files.exists(outer.getParent())) return List.of();
            var name = Pattern.compile(outer.getFileName().toString().replace(".class", "(\\$.+)?\\.class"));
            try (var files = Files.list(outer.getParent())) {
                return files.filter(file -> name.matcher(file.getFileName().toString()).matches()).toList();
            }
        }
    }

    public static void main(String[] args) throws IOException {
        var inputs = Stream.of(args).skip(2).map(Path::of).toList();
        System.exit(update(Path.of(args[0]), args[1], inputs) ? 0 : MAVEN_BUILDS);
    }

    /** Returns whether all classes are up to date; Maven has to build them if not. */
    static boolean update(Path state, String classpath, List<Path> inputs) throws IOException {
        var files = files(inputs);
        var next = Path.of(state + ".next");
        Files.createDirectories(state.toAbsolutePath().getParent());
        Files.write(
                next,
                files.entrySet().stream().map(file -> file.getValue() + "\t" + file.getKey()).toList());
        if (!Files.exists(state)) return false;
        var before = before(state);
        var changed = files.keySet().stream().filter(file -> !files.get(file).equals(before.get(file))).toList();
        boolean isComparable = before.keySet().equals(files.keySet()) && !isTouched(files, Files.getLastModifiedTime(state));
        if (isComparable && hasJars(classpath) && compileAlone(changed, classpath)) {
            // It is as new as the classes.
            Files.setLastModifiedTime(next, FileTime.from(Instant.now()));
            Files.move(next, state, StandardCopyOption.REPLACE_EXISTING);
            return true;
        }
        for (var source : sources(changed)) Files.deleteIfExists(source.compiled());
        return false;
    }

    private static Map<String, String> before(Path state) throws IOException {
        return Files.readAllLines(state).stream()
                .map(line -> line.split("\t", 2))
                .collect(Collectors.toMap(line -> line[1], line -> line[0]));
    }

    private static List<Source> sources(List<String> files) {
        return files.stream().flatMap(file -> Source.of(file).stream()).toList();
    }

    /** Only Maven brings the jars that are gone. */
    private static boolean hasJars(String classpath) {
        return Stream.of(classpath.split(File.pathSeparator)).noneMatch(it -> it.endsWith(".jar") && !new File(it).exists());
    }

    private static Map<String, String> files(List<Path> inputs) throws IOException {
        var files = new TreeMap<String, String>();
        for (var input : inputs) {
            try (var tree = Files.walk(input)) {
                for (var file : tree.filter(Files::isRegularFile).toList()) {
                    files.put(file.toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
                }
            }
        }
        return files;
    }

    private static boolean compileAlone(List<String> changed, String classpath) throws IOException {
        var sources = sources(changed);
        if (sources.size() < changed.size() || sources.size() > MOST) return false;
        var folders = sources.stream().collect(Collectors.groupingBy(Source::classes));
        for (var folder : folders.entrySet()) {
            var fresh = Source.fresh(folder.getKey());
            if (!compile(folder.getValue(), fresh, classpath) || hasOthers(folder.getValue(), fresh)) return false;
            var with = fresh + File.pathSeparator + classpath;
            if (!declared(folder.getValue(), with).equals(declared(folder.getValue(), classpath))) return false;
        }
        for (var source : sources) replace(source);
        return true;
    }

    /** Returns whether a class is missing, or newer than the last build. */
    private static boolean isTouched(Map<String, String> files, FileTime built) throws IOException {
        for (var file : files.keySet()) {
            var source = Source.of(file);
            if (source.isEmpty()) continue;
            var compiled = source.get().compiled();
            if (!Files.exists(compiled) || Files.getLastModifiedTime(compiled).compareTo(built) > 0) return true;
        }
        return false;
    }

    /** Returns whether they compile; Maven prints what is wrong if not. */
    private static boolean compile(List<Source> sources, Path fresh, String classpath) throws IOException {
        for (var left : classes(fresh)) Files.delete(left);
        Files.createDirectories(fresh);
        var options = new ArrayList<>(List.of("--release", "17", "-encoding", "UTF-8", "-g", "-parameters", "-nowarn"));
        options.addAll(List.of("-proc:none", "-d", fresh.toString(), "-cp", classpath));
        try (var files = JAVAC.getStandardFileManager(null, null, null)) {
            var texts = files.getJavaFileObjectsFromPaths(sources.stream().map(Source::file).toList());
            return JAVAC.getTask(new StringWriter(), files, problem -> {}, options, null, texts).call();
        }
    }

    /** Returns whether a file has a second top-level class. */
    private static boolean hasOthers(List<Source> sources, Path fresh) throws IOException {
        int own = 0;
        for (var source : sources) own += source.allIn(fresh).size();
        return classes(fresh).size() > own;
    }

    private static List<Path> classes(Path folder) throws IOException {
        if (!Files.exists(folder)) return List.of();
        try (var tree = Files.walk(folder)) {
            return tree.filter(Files::isRegularFile).toList();
        }
    }

    private static String declared(List<Source> sources, String classpath) {
        var options = List.of("-proc:none", "-cp", classpath);
        var elements = ((JavacTask) JAVAC.getTask(null, null, null, options, null, null)).getElements();
        var text = new StringWriter();
        for (var source : sources) {
            elements.printElements(text, elements.getTypeElement(source.type().replace('/', '.')));
        }
        return text.toString()
                .lines()
                .filter(line -> !line.isBlank() && !line.strip().startsWith("private "))
                .collect(Collectors.joining("\n"));
    }

    private static void replace(Source source) throws IOException {
        var fresh = Source.fresh(source.classes());
        for (var old : source.allIn(source.classes())) Files.delete(old);
        for (var file : source.allIn(fresh)) Files.move(file, source.classes().resolve(fresh.relativize(file)));
    }
}
