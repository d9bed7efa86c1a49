package dev.cardea.providers;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the settings of a provider do not show about its service. Immutable; each method with an argument returns a
 * changed copy.
 *
 * @param notes what a developer should know besides the registration, in Markdown, one paragraph each
 * @param authJsFile the file name of the provider in Auth.js; {@code null} if it is the id
 */
public record ServiceFacts(
        ServiceStatus status,
        List<String> notes,
        List<ExtraCall> extraCalls,
        ScopeSeparator scopeSeparator,
        @Nullable String authJsFile) {
    static final ServiceFacts NONE =
            new ServiceFacts(ServiceStatus.NO_KNOWN_PROBLEM, List.of(), List.of(), ScopeSeparator.SPACE, null);

    public ServiceFacts {
        notes = List.copyOf(notes);
        extraCalls = List.copyOf(extraCalls);
    }

    ServiceFacts status(ServiceStatus other) {
        return new ServiceFacts(other, notes, extraCalls, scopeSeparator, authJsFile);
    }

    ServiceFacts note(String paragraph) {
        return new ServiceFacts(status, and(notes, paragraph), extraCalls, scopeSeparator, authJsFile);
    }

    ServiceFacts extraCall(ExtraCall call) {
        return new ServiceFacts(status, notes, and(extraCalls, call), scopeSeparator, authJsFile);
    }

    ServiceFacts scopeSeparator(ScopeSeparator other) {
        return new ServiceFacts(status, notes, extraCalls, other, authJsFile);
    }

    ServiceFacts authJsFile(String name) {
        return new ServiceFacts(status, notes, extraCalls, scopeSeparator, name);
    }

    private static <T> List<T> and(List<T> some, T another) {
        var all = new ArrayList<>(some);
        all.add(another);
        return all;
    }
}
