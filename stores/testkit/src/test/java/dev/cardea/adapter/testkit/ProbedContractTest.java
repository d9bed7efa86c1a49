package dev.cardea.adapter.testkit;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;

/** A probe changes nothing unless a test asks for it. */
class ProbedContractTest implements FullContract, UserLocksContract, UserIndexContract {
    private final Adapter adapter = AdapterProbe.on(new InMemoryAdapter()).adapter();

    @Override
    public Adapter adapter() {
        return adapter;
    }

    @Override
    public boolean keepsOwnFields() {
        return true;
    }

    @Override
    public int rounds() {
        return 20;
    }
}
