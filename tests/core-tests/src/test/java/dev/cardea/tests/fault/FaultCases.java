package dev.cardea.tests.fault;

import java.util.List;
import java.util.stream.Stream;

/** Every failure that is shown for real. The page of the known faults is generated from it too. */
public final class FaultCases {
    public static final List<FaultCase> ALL = Stream.of(
                    BrowserFaultCases.ALL,
                    ProviderFaultCases.ALL,
                    ConfigurationFaultCases.ALL,
                    StoreFaultCases.ALL,
                    ApplicationFaultCases.ALL,
                    DecisionFaultCases.ALL)
            .flatMap(List::stream)
            .toList();

    private FaultCases() {}
}
