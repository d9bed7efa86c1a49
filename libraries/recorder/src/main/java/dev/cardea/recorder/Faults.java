package dev.cardea.recorder;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All known faults. */
final class Faults {
    static final List<KnownFault> ALL = Stream.of(
                    BrowserFaults.ALL,
                    ProviderFaults.ALL,
                    ConfigurationFaults.ALL,
                    StoreFaults.ALL,
                    ApplicationFaults.ALL,
                    DecisionFaults.ALL)
            .flatMap(List::stream)
            .toList();

    private Faults() {}

    /** Returns the causes that fit, the most certain first. */
    static List<Cause> causes(Facts facts) {
        if (facts.trace.reference() == null) return List.of();
        return ALL.stream()
                .flatMap(fault -> fault.cause(facts).stream())
                .sorted(Comparator.comparing(Cause::certainty))
                .toList();
    }
}
