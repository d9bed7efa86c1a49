package dev.cardea.adapter.dynamodb;

import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What the table, its keys and its index are called.
 *
 * @param index empty for a table without an index
 */
record Names(String table, String pk, String sk, String index, String indexPk, String indexSk) {
    static final Names STANDARD = new Names("next-auth", "pk", "sk", "GSI1", "GSI1PK", "GSI1SK");

    Names withoutIndex() {
        return new Names(table, pk, sk, "", indexPk, indexSk);
    }

    boolean hasIndex() {
        return !index.isEmpty();
    }

    /** The attributes by which an item is found in the index; none without one. */
    Map<String, AttributeValue> place(String partition, String sort) {
        return hasIndex()
                ? Map.of(indexPk, AttributeValue.fromS(partition), indexSk, AttributeValue.fromS(sort))
                : Map.of();
    }

    /** Returns the attributes that are not fields of Auth.js. */
    Set<String> keys() {
        return Set.of(pk, sk, indexPk, indexSk);
    }
}
