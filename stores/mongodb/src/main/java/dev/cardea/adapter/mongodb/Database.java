package dev.cardea.adapter.mongodb;

import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoDatabase;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The collections of a store, and how they are written and read.
 *
 * @param collections with the write concern and the read preference that they all have
 * @param clock decides which records of modules have expired
 */
record Database(MongoDatabase collections, Names names, Clock clock) {
    private static final int MAX_WAIT_SECONDS = 10;

    Rows of(String name, @Nullable ClientSession session) {
        return new Rows(collections.getCollection(name), session);
    }

    /**
     * The majority, with an end to the wait. A rule that the operator named keeps its place: it can be stricter, such as
     * the majority of each data centre.
     */
    static WriteConcern strong(WriteConcern configured) {
        boolean named = configured.getWObject() instanceof String name && !name.equals("majority");
        var concern = named ? configured : WriteConcern.MAJORITY;
        if (Boolean.TRUE.equals(configured.getJournal())) concern = concern.withJournal(true);
        Integer wait = configured.getWTimeout(TimeUnit.MILLISECONDS);
        return wait == null || wait == 0
                ? concern.withWTimeout(MAX_WAIT_SECONDS, TimeUnit.SECONDS)
                : concern.withWTimeout(wait, TimeUnit.MILLISECONDS);
    }
}
