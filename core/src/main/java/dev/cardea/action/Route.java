package dev.cardea.action;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Action and provider id of a path. The path is compared as it was sent, not decoded, so a guard and this router agree.
 * Empty segments are skipped.
 */
record Route(AuthAction action, @Nullable String providerId) {
    static Route parse(String path, String basePath) {
        if (!path.startsWith(basePath)) throw unknown();
        String rest = path.substring(basePath.length());
        if (!rest.startsWith("/")) throw unknown();
        var segments = segments(rest);
        if (segments.isEmpty() || segments.size() > 2) throw unknown();
        var action = AuthAction.parse(segments.get(0)).orElseThrow(Route::unknown);
        if (segments.size() == 1) return new Route(action, null);
        if (!action.takesProvider()) throw unknown();
        String id = segments.get(1);
        return new Route(action, id.equals("undefined") ? null : id);
    }

    private static List<String> segments(String rest) {
        var segments = new ArrayList<String>();
        for (String segment : rest.split("/", -1)) if (!segment.isEmpty()) segments.add(segment);
        return segments;
    }

    private static BadRequestException unknown() {
        return new BadRequestException("no such action");
    }
}
