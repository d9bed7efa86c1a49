package dev.cardea.action;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Action or further route, and the second segment of a path. The path is compared as it was sent, not decoded, so a guard
 * and this router agree. Empty segments are skipped, but not in front of the name of a route that proxies ask.
 *
 * @param action {@code null} for a route that a module adds
 * @param route name of a further route; {@code null} for an action
 * @param syntax of the further route; {@code null} for an action
 */
record RoutePath(
        @Nullable AuthAction action,
        @Nullable String route,
        @Nullable RouteSyntax syntax,
        @Nullable String segment) {
    /** @param routes those that modules add, by name */
    static RoutePath parse(String path, String basePath, Map<String, ? extends RouteSyntax> routes) {
        if (!path.startsWith(basePath)) throw unknown();
        String rest = path.substring(basePath.length());
        if (!rest.startsWith("/")) throw unknown();
        var segments = segments(rest);
        var name = segments.isEmpty() ? "" : segments.get(0);
        var route = routes.get(name);
        if (route != null && route.isForProxies()) {
            // A proxy that hides these routes by their path may not join slashes.
            if (rest.startsWith("//")) throw unknown();
            return new RoutePath(null, name, route, behind(name, rest));
        }
        if (segments.isEmpty() || segments.size() > 2) throw unknown();
        var second = segments.size() == 1 ? null : segments.get(1);
        if (route != null) {
            if (second != null && !route.takesSegment()) throw unknown();
            return new RoutePath(null, name, route, second);
        }
        var action = AuthAction.parse(name).orElseThrow(RoutePath::unknown);
        if (second == null) return new RoutePath(action, null, null, null);
        if (!action.takesProvider()) throw unknown();
        return new RoutePath(action, null, null, second.equals("undefined") ? null : second);
    }

    /** All that follows the first segment and its slash; {@code null} if nothing does. */
    private static @Nullable String behind(String first, String rest) {
        int end = rest.indexOf(first) + first.length() + 1;
        return end >= rest.length() ? null : rest.substring(end);
    }

    /** Whether a reverse proxy asks about another request, whose method and body it may repeat. */
    boolean isForProxies() {
        return syntax != null && syntax.isForProxies();
    }

    boolean takes(String method) {
        if (isForProxies()) return true;
        return syntax == null
                ? method.equals("GET") || method.equals("POST")
                : syntax.methods().contains(method);
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
