package dev.cardea.attacks;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All attacks, in the order of their ids. */
final class AttackCatalog {
    static final List<AttackCase> ALL = Stream.of(
                    CsrfAttacks.ALL,
                    RedirectAttacks.ALL,
                    OriginAttacks.ALL,
                    PathAttacks.ALL,
                    PageAttacks.ALL,
                    TokenAttacks.ALL,
                    ServerAttacks.ALL,
                    ProviderAttacks.ALL)
            .flatMap(List::stream)
            .sorted(Comparator.comparing(each -> each.attack().id()))
            .toList();

    private AttackCatalog() {}
}
