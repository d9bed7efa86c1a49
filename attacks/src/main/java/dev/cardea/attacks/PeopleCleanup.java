package dev.cardea.attacks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Deletes the users of development mode's people who signed in during a run. Users who were there before it belong to the
 * developer and stay.
 */
final class PeopleCleanup {
    private final DevelopmentPages pages;
    private final List<DevelopmentPages.Person> absent;

    private PeopleCleanup(DevelopmentPages pages, List<DevelopmentPages.Person> absent) {
        this.pages = pages;
        this.absent = absent;
    }

    /**
     * Notes who is absent; empty where no person of development mode can sign in.
     *
     * @param groups those that run
     */
    static Optional<PeopleCleanup> of(Site site, Set<Group> groups) throws IOException {
        boolean signsIn = groups.contains(Group.PROVIDER)
                || (groups.contains(Group.ACCOUNT) && site.login().isEmpty());
        if (!signsIn) return Optional.empty();
        try {
            var pages = DevelopmentPages.of(site);
            List<DevelopmentPages.Person> absent = new ArrayList<>();
            for (var person : DevelopmentPages.PEOPLE) {
                if (pages.userId(person.address()).isEmpty()) absent.add(person);
            }
            return Optional.of(new PeopleCleanup(pages, absent));
        } catch (NotRunException | NoTargetException e) {
            return Optional.empty();
        }
    }

    /** A site that no longer answers keeps its users. What the attacks found counts all the same. */
    void deleteUsers() {
        for (var person : absent) {
            try {
                pages.deleteUser(person.address());
            } catch (IOException e) {
                return;
            }
        }
    }
}
