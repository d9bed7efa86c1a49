package dev.cardea.attacks;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All attacks, in the order of their ids. */
final class AttackCatalog {
    private static final List<AttackCase> LAST = Stream.concat(MailAttacks.LAST.stream(), AccountAttacks.LAST.stream())
            .toList();

    static final List<AttackCase> ALL = Stream.of(
                    CsrfAttacks.ALL,
                    RedirectAttacks.ALL,
                    OriginAttacks.ALL,
                    PathAttacks.ALL,
                    PageAttacks.ALL,
                    TokenAttacks.ALL,
                    ServerAttacks.ALL,
                    ProviderAttacks.ALL,
                    AccountAttacks.ALL,
                    LinkingAttacks.ALL,
                    RemovalAttacks.ALL,
                    MailAttacks.ALL,
                    PasskeyAttacks.ALL,
                    IdentityAttacks.ALL,
                    StoreAttacks.ALL,
                    SignUpAttacks.ALL,
                    AccountPageAttacks.ALL,
                    FactorAttacks.ALL,
                    LAST)
            .flatMap(List::stream)
            .sorted(Comparator.comparing(each -> each.attack().id()))
            .toList();

    /** The same in the order in which they run: those that use up the attempts of a client come last. */
    static final List<AttackCase> RUN =
            ALL.stream().sorted(Comparator.comparing(LAST::contains)).toList();

    private AttackCatalog() {}
}
