package dev.cardea.adapter.testkit;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.AccountUpdates;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.PasskeySignIns;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.UserIndex;
import dev.cardea.adapter.UserLocks;
import dev.cardea.adapter.VerificationTokenAdapter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The capabilities of adapters. */
final class Capabilities {
    private static final List<Class<? extends Adapter>> ALL = List.of(
            UserAdapter.class,
            SessionAdapter.class,
            VerificationTokenAdapter.class,
            AuthenticatorAdapter.class,
            AccountUpdates.class,
            AccountIndex.class,
            UnverifiedEmails.class,
            UserIndex.class,
            SessionIndex.class,
            UsedTokens.class,
            PasskeyRecords.class,
            PasskeySignIns.class,
            SessionRegistry.class,
            ModuleRecords.class,
            UnitOfWork.class,
            UserLocks.class);

    private Capabilities() {}

    static Set<Class<? extends Adapter>> of(Adapter adapter) {
        var all = new LinkedHashSet<Class<? extends Adapter>>();
        for (var capability : ALL) if (capability.isInstance(adapter)) all.add(capability);
        return all;
    }

    /** Returns the capabilities whose contracts a type extends. */
    static Set<Class<? extends Adapter>> testedBy(Class<?> type) {
        var all = new LinkedHashSet<Class<? extends Adapter>>();
        var contract = type.getAnnotation(ContractOf.class);
        if (contract != null) all.add(contract.value());
        for (var parent : type.getInterfaces()) all.addAll(testedBy(parent));
        if (type.getSuperclass() != null) all.addAll(testedBy(type.getSuperclass()));
        return all;
    }
}
