package dev.cardea.adapter;

import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.model.Account;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The configured adapter as the library calls it. Finds capabilities, and wraps every exception of a store in an
 * {@link AdapterException} that names the method. Internal.
 */
public final class Store {
    private final Adapter adapter;

    public Store(Adapter adapter) {
        this.adapter = adapter;
    }

    public <T> T users(String method, Function<UserAdapter, T> call) {
        return call(method, UserAdapter.class, call);
    }

    public <T> T sessions(String method, Function<SessionAdapter, T> call) {
        return call(method, SessionAdapter.class, call);
    }

    public <T> T tokens(String method, Function<VerificationTokenAdapter, T> call) {
        return call(method, VerificationTokenAdapter.class, call);
    }

    public <T> T authenticators(String method, Function<AuthenticatorAdapter, T> call) {
        return call(method, AuthenticatorAdapter.class, call);
    }

    /** Returns an optional capability; empty if the adapter lacks it. */
    public <A extends Adapter> Optional<A> capability(Class<A> type) {
        return type.isInstance(adapter) ? Optional.of(type.cast(adapter)) : Optional.empty();
    }

    /** Runs a call of an optional capability under the same error rule. */
    public <T> T call(String method, Supplier<T> call) {
        try {
            return call.get();
        } catch (AuthException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new AdapterException(method, e);
        }
    }

    /** Runs a call that returns nothing under the same error rule. */
    public void call(String method, Runnable call) {
        call(method, () -> {
            call.run();
            return method;
        });
    }

    /** Calls {@code unlinkAccount} of the configured adapter. */
    public void unlink(Account account) {
        users("unlinkAccount", users -> {
            users.unlinkAccount(account.provider(), account.providerAccountId());
            return account;
        });
    }

    public boolean isAtomic() {
        return adapter instanceof UnitOfWork;
    }

    /** Runs the work as one unit if the adapter can; otherwise call by call. */
    public <T> T inUnit(Function<Store, T> work) {
        if (!(adapter instanceof UnitOfWork unit)) return work.apply(this);
        return call("unit of work", () -> unit.inUnit(bound -> work.apply(new Store(bound))));
    }

    private <A extends Adapter, T> T call(String method, Class<A> type, Function<A, T> call) {
        if (!type.isInstance(adapter)) {
            throw new AuthException(
                    ErrorType.MISSING_ADAPTER_METHODS,
                    "the adapter has no " + method + "; implement " + type.getSimpleName());
        }
        return call(method, () -> call.apply(type.cast(adapter)));
    }
}
