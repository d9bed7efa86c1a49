package dev.cardea.adapter.testkit;

/** Every capability there is, for adapters that have them all. */
public interface FullContract extends WithoutUnitsContract, UnitOfWorkContract {}
