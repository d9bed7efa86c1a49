package dev.cardea.adapter.mongodb;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** A unique index on the rows that have text in its one field, which the server of the tests does not know by itself. */
final class PartialIndex extends MemoryUniqueIndex {
    private static final int TEXT = 2;

    private final String field;
    private final AtomicInteger answered;

    /** @param answered counts the queries that this index answered */
    PartialIndex(String name, List<IndexKey> keys, AtomicInteger answered) {
        super(name, keys, true);
        this.answered = answered;
        field = keys.get(0).getKey();
    }

    private boolean isMine(Document row) {
        return row.get(field) instanceof String;
    }

    /**
     * As MongoDB plans: the condition of the index has to stand in the query. It does not conclude from
     * {@code {email: "a"}} that the value is text, though any reader does.
     */
    @Override
    public boolean canHandle(Document query) {
        var name = equality(query);
        return name != null && super.canHandle(name);
    }

    @Override
    public Iterable<Integer> getPositions(Document query) {
        answered.incrementAndGet();
        return super.getPositions(Objects.requireNonNull(equality(query)));
    }

    /** {@code {$and: [{email: "a"}, {email: {$type: 2}}]}}: its first half, if that is what the query is. */
    private Document equality(Document query) {
        if (!(query.get("$and") instanceof List<?> parts) || query.size() != 1) return null;
        var isText = parts.contains(new Document(field, new Document("$type", TEXT)));
        var equality =
                parts.stream().map(Document.class::cast).filter(this::isMine).findFirst();
        return isText ? equality.orElse(null) : null;
    }

    @Override
    public void checkAdd(Document row, MongoCollection<Integer> collection) {
        if (isMine(row)) super.checkAdd(row, collection);
    }

    @Override
    public void add(Document row, Integer position, MongoCollection<Integer> collection) {
        if (isMine(row)) super.add(row, position, collection);
    }

    @Override
    public Integer remove(Document row) {
        return isMine(row) ? super.remove(row) : null;
    }

    @Override
    public Integer getPosition(Document row) {
        return isMine(row) ? super.getPosition(row) : null;
    }

    @Override
    public void checkUpdate(Document before, Document after, MongoCollection<Integer> collection) {
        if (isMine(before) && isMine(after)) super.checkUpdate(before, after, collection);
        else checkAdd(after, collection);
    }

    @Override
    public void updateInPlace(Document before, Document after, Integer position, MongoCollection<Integer> collection) {
        if (isMine(before) && isMine(after)) {
            super.updateInPlace(before, after, position, collection);
            return;
        }
        remove(before);
        add(after, position, collection);
    }
}
