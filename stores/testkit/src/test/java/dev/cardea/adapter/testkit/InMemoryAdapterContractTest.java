package dev.cardea.adapter.testkit;

import dev.cardea.adapter.InMemoryAdapter;

class InMemoryAdapterContractTest implements FullContract, UserLocksContract, UserIndexContract {
    private final InMemoryAdapter adapter = new InMemoryAdapter();

    @Override
    public InMemoryAdapter adapter() {
        return adapter;
    }

    @Override
    public boolean keepsOwnFields() {
        return true;
    }
}
