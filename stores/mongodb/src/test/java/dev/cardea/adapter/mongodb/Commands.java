package dev.cardea.adapter.mongodb;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;

/** What a client asks of its server, without what the driver asks for itself. */
final class Commands implements CommandListener {
    private static final Set<String> READS = Set.of("find", "aggregate");
    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findAndModify");

    private final List<BsonDocument> all = new CopyOnWriteArrayList<>();

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (READS.contains(event.getCommandName()) || WRITES.contains(event.getCommandName())) {
            all.add(event.getCommand().clone());
        }
    }

    List<BsonDocument> all() {
        return List.copyOf(all);
    }

    static boolean isWrite(BsonDocument command) {
        return WRITES.contains(command.getFirstKey());
    }
}
