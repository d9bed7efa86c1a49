package dev.cardea.adapter.testkit;

/** All capabilities, for adapters that have them all. */
public interface FullContract extends WithoutUnitsContract, UnitOfWorkContract {}
