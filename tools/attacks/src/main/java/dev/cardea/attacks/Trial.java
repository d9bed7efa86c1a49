package dev.cardea.attacks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One run of one attack: sends requests within the limits of the run, and collects findings. Not thread-safe. */
final class Trial {
    static final int MAX_FINDINGS = 5;

    private final Attack attack;
    private final TargetSite site;
    private final Set<Group> groups;
    private final int oneIn;
    private final List<Finding> findings = new ArrayList<>();
    private int further;

    /**
     * @param groups those that run
     * @param oneIn one in so many entries of a long list is tried
     */
    Trial(Attack attack, TargetSite site, Set<Group> groups, int oneIn) {
        this.attack = attack;
        this.site = site;
        this.groups = Set.copyOf(groups);
        this.oneIn = oneIn;
    }

    /** Returns whether a group runs. An attack of one group may then try more. */
    boolean hasGroup(Group group) {
        return groups.contains(group);
    }

    /** Returns the entries of a long list to try: all of them, except in tests that run many times. */
    <T> List<T> sample(List<T> all) {
        List<T> some = new ArrayList<>();
        for (int i = 0; i < all.size(); i += oneIn) some.add(all.get(i));
        return some;
    }

    TargetSite site() {
        return site;
    }

    Answer send(Call call) throws IOException {
        return site.send(call);
    }

    /** Notes that a defence is off. */
    void found(Answer answer, String seen) {
        if (findings.size() == MAX_FINDINGS) {
            further++;
            return;
        }
        var masks = site.masks();
        findings.add(new Finding(attack, masks.apply(answer.call().describe()), masks.apply(seen)));
    }

    /** Returns the exception to throw where something that the attack needs was not given, or did not work. */
    static NotRunException notRun(String reason) {
        return new NotRunException(reason);
    }

    /** Returns the exception to throw where the site does not have what the attack is aimed at. */
    static NoTargetException noTarget(String reason) {
        return new NoTargetException(reason);
    }

    List<Finding> findings() {
        return findings;
    }

    int further() {
        return further;
    }
}
