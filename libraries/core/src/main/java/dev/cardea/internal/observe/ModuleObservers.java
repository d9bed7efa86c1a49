package dev.cardea.internal.observe;

import dev.cardea.module.ObserverModule;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Observer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the modules on the class path keep of the requests of one {@code Auth}. Safe for concurrent use. */
public final class ModuleObservers {
    private final List<Part> parts;

    private record Part(ObserverModule.Options defaults, ObserverModule.Memory memory) {}

    public ModuleObservers(List<ObserverModule> modules) {
        parts = modules.stream()
                .map(module -> new Part(module.defaults(), module.create()))
                .toList();
    }

    /** Returns what a module keeps; empty if no module keeps an object of this class. */
    public <T extends ObserverModule.Memory> Optional<T> find(Class<T> kind) {
        return parts.stream()
                .map(Part::memory)
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst();
    }

    /**
     * Returns what observes the requests of a configuration.
     *
     * @param options of the configuration; a module that has none among them observes with its defaults
     * @param configuration is only called if a module observes
     */
    public List<Observer> of(
            Collection<ObserverModule.Options> options,
            Supplier<@Nullable Digest> configuration,
            Consumer<String> warnings) {
        var observers = new ArrayList<Observer>();
        for (var part : parts) {
            var chosen = part.defaults;
            for (var each : options) if (each.getClass() == chosen.getClass()) chosen = each;
            if (chosen.isOn()) observers.add(part.memory.observer(chosen, configuration.get(), warnings));
        }
        return observers;
    }
}
