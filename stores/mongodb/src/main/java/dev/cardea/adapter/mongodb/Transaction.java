package dev.cardea.adapter.mongodb;

import com.mongodb.MongoException;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work in one transaction, which the driver retries where MongoDB requires it. The driver recognizes only its own
 * exceptions, and the work may have wrapped one: the driver gets the wrapped exception, the caller the one thrown.
 */
final class Transaction<T> {
    private final Supplier<T> work;
    private @Nullable RuntimeException thrown;
    private @Nullable MongoException underneath;

    Transaction(Supplier<T> work) {
        this.work = work;
    }

    T run(ClientSession session, TransactionOptions options) {
        try {
            return session.withTransaction(this::once, options);
        } catch (MongoException e) {
            if (thrown != null && isUnder(e)) throw thrown;
            throw Failures.ofTransaction(e);
        }
    }

    private T once() {
        thrown = null;
        underneath = null;
        try {
            return work.get();
        } catch (RuntimeException e) {
            underneath = transientOne(e);
            if (underneath == null || underneath == e) throw e;
            thrown = e;
            throw underneath;
        }
    }

    /** At the end of its patience the driver wraps the exception once more. */
    private boolean isUnder(MongoException e) {
        for (Throwable it = e; it != null; it = it.getCause()) if (it == underneath) return true;
        return false;
    }

    private static @Nullable MongoException transientOne(RuntimeException e) {
        for (Throwable it = e; it != null; it = it.getCause()) {
            if (it instanceof MongoException found
                    && found.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)) return found;
        }
        return null;
    }
}
