package dev.cardea.hooks;

import dev.cardea.json.Claims;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the hooks that an application has. Immutable: each description, and each failure to get one, makes the
 * next.
 *
 * @param callbacks that are asked
 * @param events that are sent
 * @param lost callbacks that the application had before and does not describe any more
 * @param isKnown whether the application has answered since the start, or the settings say all
 * @param isProven whether it has signed a description with the secret
 * @param failure why it did not describe itself the last time
 * @param errors why no user may sign in, each with its remedy
 * @param warnings what the application may miss
 */
record HookRegistration(
        Set<String> callbacks,
        Set<String> events,
        Set<String> lost,
        boolean isKnown,
        boolean isProven,
        @Nullable String failure,
        List<String> errors,
        List<String> warnings) {

    HookRegistration {
        callbacks = Set.copyOf(callbacks);
        events = Set.copyOf(events);
        lost = Set.copyOf(lost);
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    /**
     * Before the application was asked.
     *
     * @param seen callbacks that it had, according to an earlier configuration of this process
     */
    static HookRegistration of(HookSettings settings, Set<String> seen) {
        var listed = settings.callbacks();
        return new HookRegistration(
                listed == null ? seen : listed,
                orNone(settings.events()),
                Set.of(),
                settings.callbacks() != null,
                false,
                null,
                List.of(),
                List.of());
    }

    /** After it gave no answer that counts. */
    HookRegistration failed(String why) {
        return new HookRegistration(callbacks, events, lost, isKnown, isProven, why, errors, warnings);
    }

    /** After it answered, but knows no {@code describe}: the settings have to name its hooks. */
    HookRegistration undescribed(HookSettings settings) {
        if (settings.callbacks() != null) return failed("it doesn't respond to describe");
        return failed("it doesn't respond to describe; list its callbacks and events in hooks.callbacks and "
                + "hooks.events");
    }

    /**
     * After it described itself.
     *
     * @param needed callbacks without which a provider of the configuration does not work
     */
    HookRegistration described(Names names, HookSettings settings, Set<String> needed, String url) {
        var errors = new ArrayList<String>();
        var warnings = new ArrayList<String>();
        var application = "the application at " + url;
        for (var name : HookSettings.missing(names.callbacks, HookSettings.CALLBACKS)) {
            errors.add(application + " has the callback " + name + ", which this version of Cardea never calls;"
                    + " install the same version on both sides");
        }
        var asked = settings.callbacks();
        var gone = new TreeSet<String>();
        if (asked == null) {
            gone.addAll(HookSettings.missing(callbacks, names.callbacks));
            for (var name : gone) {
                errors.add(application + " no longer has the callback " + name + "; deploy it again, or restart "
                        + "Cardea if you removed it on purpose");
            }
            for (var name : HookSettings.missing(needed, union(callbacks, names.callbacks))) {
                errors.add(application + " has no callback " + name + ", which a provider needs; add it there");
            }
        } else {
            for (var name : HookSettings.missing(asked, names.callbacks)) {
                errors.add("hooks.callbacks lists " + name + ", and " + application
                        + " has no such callback; add it there, or take it out of the list");
            }
            for (var name : HookSettings.missing(knownNames(names.callbacks, HookSettings.CALLBACKS), asked)) {
                errors.add(application + " has the callback " + name + ", and hooks.callbacks does not list it, so it"
                        + " would never be asked; list it, or leave hooks.callbacks out");
            }
        }
        var sent = settings.events();
        if (sent != null) {
            for (var name : HookSettings.missing(sent, names.events)) {
                warnings.add("hooks.events lists " + name + ", and " + application + " has no handler for it");
            }
            for (var name : HookSettings.missing(names.events, sent)) {
                warnings.add(
                        application + " has a handler for the event " + name + ", and hooks.events does not list it");
            }
        } else {
            for (var name : HookSettings.missing(events, names.events)) {
                warnings.add(application + " had a handler for the event " + name + " and has it no longer");
            }
        }
        return new HookRegistration(
                asked == null ? union(callbacks, knownNames(names.callbacks, HookSettings.CALLBACKS)) : asked,
                sent == null ? union(events, knownNames(names.events, HookSettings.EVENTS)) : sent,
                gone,
                true,
                true,
                null,
                errors,
                warnings);
    }

    /**
     * For sites that call over the bridge.
     *
     * @param settings where they say {@code auto}, sites need not compare
     */
    Claims described(HookSettings settings) {
        return Claims.of("callbacks", sorted(callbacks))
                .with("events", sorted(events))
                .with("auto", settings.callbacks() == null)
                .with("ready", isKnown);
    }

    /** What an application says that it has. */
    record Names(Set<String> callbacks, Set<String> events) {
        private static final Pattern NAME = Pattern.compile("[A-Za-z]{1,64}");

        /** @throws HookException where the answer is not a description */
        static Names of(Claims answer) {
            return new Names(texts(answer.value("callbacks")), texts(answer.value("events")));
        }

        /** Returns the callbacks that this version of Cardea asks. */
        Set<String> knownCallbacks() {
            return knownNames(callbacks, HookSettings.CALLBACKS);
        }

        private static Set<String> texts(@Nullable Object list) {
            if (!(list instanceof List<?> all))
                throw new HookException("describe", "responded without lists of names", null);
            var names = new TreeSet<String>();
            for (var name : all) {
                if (!(name instanceof String text) || !NAME.matcher(text).matches()) {
                    throw new HookException("describe", "responded with an unknown name", null);
                }
                names.add(text);
            }
            return names;
        }
    }

    private static List<String> sorted(Set<String> names) {
        return List.copyOf(new TreeSet<>(names));
    }

    private static Set<String> orNone(@Nullable Set<String> names) {
        return names == null ? Set.of() : names;
    }

    private static Set<String> union(Collection<String> some, Collection<String> others) {
        var all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    private static Set<String> knownNames(Collection<String> names, List<String> all) {
        var known = new TreeSet<>(names);
        known.retainAll(all);
        return known;
    }
}
