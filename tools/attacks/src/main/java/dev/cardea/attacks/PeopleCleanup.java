package dev.cardea.attacks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Deletes the users of development mode's people who signed in during a run. Users who were there before it belong to the
 * developer and stay.
 */
final class PeopleCleanup {
    private final DevelopmentPages pages;
    private final List<String> absent;

    /** @param absent addresses */
    private PeopleCleanup(DevelopmentPages pages, List<String> absent) {
        this.pages = pages;
        this.absent = absent;
    }

    /**
     * Notes who is absent; empty where no person of development mode can sign in.
     *
     * @param groups those that run
     */
    static Optional<PeopleCleanup> of(TargetSite site, Set<Group> groups) throws IOException {
        boolean signsIn = groups.contains(Group.PROVIDER)
                || (groups.contains(Group.ACCOUNT) && site.login().isEmpty());
        if (!signsIn) return Optional.empty();
        try {
            var pages = DevelopmentPages.of(site);
            List<String> absent = new ArrayList<>();
            for (var address : addresses()) {
                if (pages.userId(address).isEmpty()) absent.add(address);
            }
            return Optional.of(new PeopleCleanup(pages, absent));
        } catch (NotRunException | NoTargetException e) {
            return Optional.empty();
        }
    }

    private static List<String> addresses() {
        var people = DevelopmentPages.PEOPLE.stream().map(DevelopmentPages.Person::address);
        return Stream.concat(people, Stream.of(DevelopmentPages.NEWCOMER)).toList();
    }

    /** A site that no longer answers keeps its users. What the attacks found counts all the same. */
    void deleteUsers() {
        for (var address : absent) {
            try {
                pages.deleteUser(address);
            } catch (IOException e) {
                return;
            }
        }
    }
}
