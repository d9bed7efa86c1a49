package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.DriverFailures;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The SDK's exceptions, as far as the library tells them apart. */
final class Failures {
    private static final int SERVER_ERROR = 500;
    private static final Set<String> THROTTLED = Set.of("ProvisionedThroughputExceeded", "ThrottlingError");

    private static final DriverFailures<SdkException> DYNAMODB =
            new DriverFailures<>("DynamoDB", SdkException.class, Failures::isUnavailable);

    private Failures() {}

    /** Sends a request. Throws {@link StoreUnavailableException} where DynamoDB does not answer, or is too busy to. */
    static <T> T translate(Supplier<T> request) {
        return DYNAMODB.translate(request);
    }

    /** Runs work on the schema. Every failure of the driver is a {@link StoreException}. */
    static <T> T wrap(Supplier<T> work) {
        try {
            return translate(work);
        } catch (SdkException e) {
            throw new StoreException(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean isUnavailable(SdkException e) {
        if (e instanceof SdkClientException) return true;
        if (e instanceof TransactionCanceledException cancelled) {
            return cancelled.cancellationReasons().stream()
                    .anyMatch(it -> it.code() != null && THROTTLED.contains(it.code()));
        }
        return e instanceof SdkServiceException it && (it.isThrottlingException() || it.statusCode() >= SERVER_ERROR);
    }
}
