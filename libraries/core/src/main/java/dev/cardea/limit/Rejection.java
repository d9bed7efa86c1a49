package dev.cardea.limit;

import java.time.Duration;

/**
 * Why a request has to wait.
 *
 * @param take the rejected try; of several, the one with the longest wait
 * @param retryAfter positive
 */
public record Rejection(Take take, Duration retryAfter) {}
