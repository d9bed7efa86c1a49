package dev.cardea.adapter.redis;

import java.time.Duration;

/** How many replicas must have a change before it counts, and how long they have for it. */
record Replicas(int count, Duration timeout) {
    Replicas {
        if (count < 1) throw new IllegalArgumentException("awaitReplicas: the number of replicas must be 1 or more");
        if (timeout.toMillis() < 1)
            throw new IllegalArgumentException("awaitReplicas: the timeout must be 1 ms or more");
    }
}
