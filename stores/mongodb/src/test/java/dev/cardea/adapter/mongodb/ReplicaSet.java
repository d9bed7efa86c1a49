package dev.cardea.adapter.mongodb;

import de.bwaldvogel.mongo.backend.AbstractMongoBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Transactions around a server that has none, as far as their protocol goes. Each works on a copy of everything, which
 * becomes the truth when it is committed. As in MongoDB a conflict shows at the write: what another transaction holds, or
 * wrote since this one began, ends it at once, and it must run again. The whole is one row here, so that conflicts are
 * more frequent than there.
 */
final class ReplicaSet extends MemoryBackend {
    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findandmodify", "createindexes");
    private static final List<String> OF_TRANSACTIONS =
            List.of("txnNumber", "startTransaction", "autocommit", "readConcern", "writeConcern");

    private record Transaction(AbstractMongoBackend copy, long since) {}

    private final Supplier<? extends AbstractMongoBackend> empty;
    private final Map<Object, Transaction> open = new HashMap<>();
    private final List<Document> indexes = new ArrayList<>();
    private final Set<String> collections = new HashSet<>();
    private AbstractMongoBackend truth;
    private Object writer;
    private String database = "";
    private long version;
    private int committed;
    private long writesOutside;

    ReplicaSet(Supplier<? extends AbstractMongoBackend> empty) {
        this.empty = empty;
        truth = empty.get();
    }

    /** How many transactions were committed. */
    synchronized int committed() {
        return committed;
    }

    /** How many writes came without a transaction. */
    synchronized long writesOutside() {
        return writesOutside;
    }

    /** How many were begun and neither committed nor ended. */
    synchronized int open() {
        return open.size();
    }

    /** Ends the transactions whose client has gone away, as MongoDB does after a minute. */
    synchronized void endAbandoned() {
        open.clear();
        writer = null;
    }

    @Override
    public synchronized Document handleCommand(Channel channel, String name, String command, Document query) {
        Object session = query.get("lsid");
        switch (command.toLowerCase(Locale.ROOT)) {
            case "ismaster", "hello":
                return primary(truth.handleCommand(channel, name, command, query));
            case "committransaction":
                return commit(session);
            case "aborttransaction":
                end(session);
                return ok();
            default:
        }
        if (query.containsKey("autocommit")) return inTransaction(channel, name, command, query, session);
        if (isWrite(command)) {
            version++;
            writesOutside++;
            remember(name, command, query);
        }
        return truth.handleCommand(channel, name, command, query);
    }

    private Document inTransaction(Channel channel, String name, String command, Document query, Object session) {
        if (Boolean.TRUE.equals(query.get("startTransaction")))
            open.put(session, new Transaction(copy(channel), version));
        var transaction = open.get(session);
        if (transaction == null) return failure(251, "NoSuchTransaction");
        var plain = query.cloneDeeply();
        for (var key : OF_TRANSACTIONS) plain.remove(key);
        if (isWrite(command)) {
            if (transaction.since != version || (writer != null && !writer.equals(session))) {
                end(session);
                return failure(112, "WriteConflict");
            }
            writer = session;
            remember(name, command, plain);
        }
        try {
            var answer = transaction.copy.handleCommand(channel, name, command, plain);
            if (answer.containsKey("writeErrors")) end(session);
            return answer;
        } catch (RuntimeException e) {
            end(session);
            throw e;
        }
    }

    private Transaction end(Object session) {
        if (session.equals(writer)) writer = null;
        return open.remove(session);
    }

    /** As in MongoDB, a transaction that only reads conflicts with nothing. */
    private Document commit(Object session) {
        boolean isWriter = session.equals(writer);
        var transaction = end(session);
        if (transaction == null) return failure(251, "NoSuchTransaction");
        committed++;
        if (!isWriter) return ok();
        if (transaction.since != version) return failure(112, "WriteConflict");
        truth = transaction.copy;
        version++;
        return ok();
    }

    private static boolean isWrite(String command) {
        return WRITES.contains(command.toLowerCase(Locale.ROOT));
    }

    private void remember(String name, String command, Document query) {
        database = name;
        collections.add(String.valueOf(query.get(command)));
        if (command.equalsIgnoreCase("createIndexes")) indexes.add(query);
    }

    private AbstractMongoBackend copy(Channel channel) {
        var copy = empty.get();
        for (var index : indexes) copy.handleCommand(channel, database, "createIndexes", index.cloneDeeply());
        for (var collection : collections) {
            var find = new Document("find", collection).append("batchSize", 1_000_000);
            var cursor = (Document)
                    truth.handleCommand(channel, database, "find", find).get("cursor");
            var rows = new ArrayList<Document>();
            for (var row : (List<?>) Objects.requireNonNull(cursor).get("firstBatch"))
                rows.add(((Document) row).cloneDeeply());
            if (!rows.isEmpty()) {
                copy.handleCommand(
                        channel, database, "insert", new Document("insert", collection).append("documents", rows));
            }
        }
        return copy;
    }

    private static Document primary(Document answer) {
        var primary = answer.cloneDeeply();
        primary.put("ismaster", true);
        primary.put("isWritablePrimary", true);
        primary.put("secondary", false);
        primary.put("setName", "rs");
        primary.put("setVersion", 1);
        primary.put("maxWireVersion", 13);
        primary.put("logicalSessionTimeoutMinutes", 30);
        return primary;
    }

    private static Document ok() {
        return new Document("ok", 1.0);
    }

    private static Document failure(int code, String name) {
        return new Document("ok", 0.0)
                .append("code", code)
                .append("codeName", name)
                .append("errmsg", name)
                .append("errorLabels", List.of("TransientTransactionError"));
    }
}
