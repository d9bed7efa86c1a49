package dev.cardea.adapter.mongodb;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** A unique index on the rows that have text in its one field, which the server of the tests does not know by itself. */
final class PartialIndex extends MemoryUniqueIndex {
    private final String field;

    PartialIndex(String name, List<IndexKey> keys) {
        super(name, keys, true);
        field = keys.get(0).getKey();
    }

    private boolean isMine(Document row) {
        return row.get(field) instanceof String;
    }

    @Override
    public boolean canHandle(Document query) {
        return isMine(query) && super.canHandle(query);
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
