package dev.cardea.internal.observe;

import dev.cardea.observe.Observer;
import java.util.concurrent.CopyOnWriteArrayList;

/** The observers that were added to a running {@code Auth}, for all its configurations. Safe for concurrent use. */
public final class AddedObservers {
    private final CopyOnWriteArrayList<Observer> all = new CopyOnWriteArrayList<>();

    public void add(Observer observer) {
        all.addIfAbsent(observer);
    }

    Iterable<Observer> all() {
        return all;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }
}
