package dev.cardea.adapter.mongodb;

import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import java.util.function.Supplier;

/** The driver's exceptions, as far as the library tells them apart. */
final class Failures {
    private Failures() {}

    /** Runs a command. Throws {@link StoreUnavailableException} where MongoDB does not answer, or too few servers do. */
    static <T> T typed(Supplier<T> command) {
        try {
            return command.get();
        } catch (MongoException e) {
            throw isUnavailable(e) ? unavailable(e) : e;
        }
    }

    /** Runs work on the schema. Every failure is a {@link StoreException}, with the words of MongoDB. */
    static <T> T stored(Supplier<T> work) {
        try {
            return work.get();
        } catch (MongoException e) {
            throw isUnavailable(e)
                    ? new StoreUnavailableException(String.valueOf(e.getMessage()), e)
                    : new StoreException(String.valueOf(e.getMessage()), e);
        }
    }

    /** What ended a transaction that was not run again any more. */
    static RuntimeException ofTransaction(MongoException e) {
        if (isUnavailable(e)) return unavailable(e);
        return e.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)
                ? new StoreConflictException("other transactions were in the way", e)
                : e;
    }

    private static StoreUnavailableException unavailable(MongoException e) {
        return new StoreUnavailableException("MongoDB cannot be reached", e);
    }

    private static boolean isUnavailable(MongoException e) {
        return e instanceof MongoSocketException
                || e instanceof MongoTimeoutException
                || e instanceof MongoNotPrimaryException
                || e instanceof MongoNodeIsRecoveringException
                || e instanceof MongoConnectionPoolClearedException
                || e instanceof MongoServerUnavailableException
                || e instanceof MongoExecutionTimeoutException
                || e instanceof MongoWriteConcernException;
    }
}
