package dev.cardea.server.file;

import dev.cardea.forward.ForwardAuth;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.ListOf;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The group {@code forwardAuth}: what reverse proxies may ask. */
final class ForwardAuthKeys {
    /** Takes the place of an audience that is wrong, so that the rest is read too and its errors are reported. */
    private static final String STAND_IN = "https://app.example";

    static final Key KEY = Key.group(
            "forwardAuth",
            "Lets reverse proxies ask who is signed in; needs url and trustedProxies.",
            Key.texts("public", "Paths that need no session, such as /assets/*."),
            Key.of(
                    "rules",
                    null,
                    "Paths that need a role; if several rules cover a path, all of them apply.",
                    new ListOf(Shape.group(
                            Key.text("path", null, "A page, or /folder/* for all below it."),
                            Key.texts(
                                    "roles",
                                    "The user needs one of these roles; without roles, every signed-in user has "
                                            + "access.")))),
            Key.text("audience", null, "The origin of the application, for the claim aud of Cardea-Identity."));

    private ForwardAuth module = ForwardAuth.of(STAND_IN);

    private ForwardAuthKeys() {}

    /** Returns the module; empty where the group is absent. */
    static Optional<ForwardAuth> read(Section file) {
        if (file.item("forwardAuth") == null) return Optional.empty();
        var keys = new ForwardAuthKeys();
        file.section("forwardAuth", keys::group);
        return Optional.of(keys.module);
    }

    private void group(Section section) {
        var audience = section.text("audience");
        audience.ifPresent(origin -> attempt(section, "audience", before -> ForwardAuth.of(origin)));
        if (audience.isEmpty() && !section.keys().contains("audience")) {
            section.wrong("audience", "is missing; set it to the application's origin, such as " + STAND_IN);
        }
        for (var pattern : section.texts("public")) {
            attempt(section, "public", before -> before.publicPaths(pattern));
        }
        section.list("rules", item -> rule(section, item));
    }

    private @Nullable Object rule(Section section, Item item) {
        if (!(item instanceof Item.Table table)) {
            section.wrongType("rules", item, "a list of groups with path and roles");
            return null;
        }
        var rule = new Section(section.source(), section.path() + ".rules", table);
        var path = rule.text("path");
        List<String> roles = rule.texts("roles");
        if (path.isPresent()) {
            attempt(rule, "path", before -> before.rule(path.get(), roles));
        } else if (!rule.keys().contains("path")) {
            rule.wrong("path", "is missing; write it like /admin/*");
        }
        rule.end();
        return null;
    }

    private void attempt(Section section, String key, UnaryOperator<ForwardAuth> change) {
        try {
            module = change.apply(module);
        } catch (IllegalArgumentException e) {
            section.wrong(key, "is rejected: " + e.getMessage());
        }
    }
}
