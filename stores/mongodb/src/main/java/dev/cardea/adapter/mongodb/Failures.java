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
import dev.cardea.adapter.DriverFailures;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import java.util.function.Supplier;

/** The driver's exceptions, as far as the library tells them apart. */
final class Failures {
    private static final DriverFailures<MongoException> MONGODB =
            new DriverFailures<>("MongoDB", MongoException.class, Failures::isUnavailable);

    private Failures() {}

    /** Runs a command. Throws {@link StoreUnavailableException} where MongoDB does not answer, or too few servers do. */
    static <T> T translate(Supplier<T> command) {
        return MONGODB.translate(command);
    }

    /** Runs work on the schema. Every failure is a {@link StoreException}, with the words of MongoDB. */
    static <T> T wrap(Supplier<T> work) {
        try {
            return translate(work);
        } catch (MongoException e) {
            throw new StoreException(String.valueOf(e.getMessage()), e);
        }
    }

    /** What ended a transaction that was not run again any more. */
    static RuntimeException ofTransaction(MongoException e) {
        boolean isConflict = e.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
        return isConflict && !isUnavailable(e)
                ? new StoreConflictException("other transactions were in the way", e)
                : MONGODB.translation(e);
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
