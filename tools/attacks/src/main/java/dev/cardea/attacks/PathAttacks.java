package dev.cardea.attacks;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Other spellings of paths, which a guard, a cache and an application may read differently. */
final class PathAttacks {
    static final List<AttackCase> ALL = List.of(
            AttackCase.anonymous(
                    "A15",
                    "other spellings of a protected path",
                    "the page stays protected",
                    "Protect the page in Cardea's host, and let no proxy rewrite paths behind the check.",
                    PathAttacks::spellings),
            AttackCase.anonymous(
                    "A16",
                    "the session below a name that caches take for a file",
                    "a response other than the session, or one that no shared cache stores",
                    "Don't route paths below or next to /session to Cardea under another name.",
                    PathAttacks::asFile));

    /** What a path below the session's looks like to a cache. */
    private static final List<String> FILES = List.of(
            "/x.css",
            "/x.js",
            "/x.png",
            ";.css",
            ";/x.css",
            ";x.css",
            ".css",
            ".js",
            "/..;/x.css",
            "%2fx.css",
            "%3b.css",
            "%0ax.css",
            "%00.css",
            "%23x.css",
            "/.css",
            "/%2e%2e/x.css",
            "\\x.css");

    private PathAttacks() {}

    private static void spellings(Trial trial) throws IOException {
        var paths = trial.site().protectedPaths();
        if (paths.isEmpty()) throw Trial.notRun("no protected page was named; give one");
        for (var path : paths) {
            // What is under no name at all shows what the application does with any path.
            var unknown = "/cardea-attack-" + UUID.randomUUID();
            var usual = trial.send(Call.get(path));
            if (isShown(usual)) trial.found(usual, "status " + usual.status() + " for a visitor without a session");
            for (var spelling : spellingsOf(path).entrySet()) {
                check(trial, path, spelling.getKey(), unknown + spelling.getValue());
            }
        }
    }

    private static void check(Trial trial, String path, String spelling, String unknown) throws IOException {
        var answer = trial.send(Call.get(spelling));
        if (!isShown(answer)) return;
        var other = trial.send(Call.get(unknown));
        boolean isAnyPage = other.status() == answer.status()
                && other.text().replace(unknown, "").equals(answer.text().replace(spelling, ""));
        if (!isAnyPage)
            trial.found(answer, "status " + answer.status() + " for a visitor without a session, for " + path);
    }

    private static boolean isShown(Answer answer) {
        return answer.status() / 100 == 2 && answer.body().length > 0;
    }

    /** Returns the spellings, each with what it adds at the end, by which an unknown path is spelled in the same way. */
    private static Map<String, String> spellingsOf(String path) {
        Map<String, String> all = new TreeMap<>();
        var rest = path.substring(1);
        for (var start :
                List.of("//", "///", "/./", "/x/../", "/%2e/", "/x/%2e%2e/", "/;/", "/;x=1/", "/\\", "/%2f", "/.;/")) {
            all.put(start + rest, "");
        }
        for (var end : List.of(
                "/", "//", "/.", "/./", ";", ";x=1", ";.css", "%20", "%00", "%09", "?", "#", ".", "%2f", "/x/..",
                "/%2e", ".html", ".json")) {
            all.put(path + end, end);
        }
        all.put("/" + String.format("%%%02x", (int) rest.charAt(0)) + rest.substring(1), "");
        all.put("/" + String.format("%%25%02x", (int) rest.charAt(0)) + rest.substring(1), "");
        all.put("/" + rest.toUpperCase(Locale.ROOT), "");
        all.put("/" + Character.toUpperCase(rest.charAt(0)) + rest.substring(1), "");
        return all;
    }

    private static void asFile(Trial trial) throws IOException {
        var site = trial.site();
        for (var route : List.of("/session", "/csrf")) {
            var usual = trial.send(Call.get(site.route(route)));
            for (var file : FILES) {
                var answer = trial.send(Call.get(site.route(route) + file));
                boolean isRoute = answer.status() == 200
                        && (answer.text().equals(usual.text()) || answer.text().contains("csrfToken\":"));
                if (isRoute && Caching.isShared(answer)) {
                    trial.found(answer, "the answer of " + route + ", which a shared cache may keep");
                }
            }
        }
    }
}
