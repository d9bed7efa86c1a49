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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The capabilities of adapters, each with the contract that tests it. */
final class Capabilities {
    private static final Map<Class<? extends Adapter>, Class<? extends AdapterContract>> CONTRACTS = contracts();

    private Capabilities() {}

    private static Map<Class<? extends Adapter>, Class<? extends AdapterContract>> contracts() {
        var all = new LinkedHashMap<Class<? extends Adapter>, Class<? extends AdapterContract>>();
        all.put(UserAdapter.class, UserContract.class);
        all.put(SessionAdapter.class, SessionContract.class);
        all.put(VerificationTokenAdapter.class, TokenContract.class);
        all.put(AuthenticatorAdapter.class, AuthenticatorContract.class);
        all.put(AccountUpdates.class, AccountUpdatesContract.class);
        all.put(AccountIndex.class, AccountIndexContract.class);
        all.put(UnverifiedEmails.class, UnverifiedEmailsContract.class);
        all.put(UserIndex.class, UserIndexContract.class);
        all.put(SessionIndex.class, SessionIndexContract.class);
        all.put(UsedTokens.class, UsedTokensContract.class);
        all.put(PasskeyRecords.class, PasskeyRecordsContract.class);
        all.put(PasskeySignIns.class, PasskeySignInsContract.class);
        all.put(SessionRegistry.class, SessionRegistryContract.class);
        all.put(ModuleRecords.class, ModuleRecordsContract.class);
        all.put(UnitOfWork.class, UnitOfWorkContract.class);
        all.put(UserLocks.class, UserLocksContract.class);
        return all;
    }

    static Set<Class<? extends Adapter>> of(Adapter adapter) {
        var all = new LinkedHashSet<Class<? extends Adapter>>();
        for (var capability : CONTRACTS.keySet()) if (capability.isInstance(adapter)) all.add(capability);
        return all;
    }

    /** Returns the contracts of the adapter's capabilities. */
    static Set<Class<? extends AdapterContract>> contracts(Adapter adapter) {
        var all = new LinkedHashSet<Class<? extends AdapterContract>>();
        for (var capability : of(adapter)) all.add(CONTRACTS.get(capability));
        return all;
    }
}
