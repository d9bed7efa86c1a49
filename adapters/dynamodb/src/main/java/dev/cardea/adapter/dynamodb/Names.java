package dev.cardea.adapter.dynamodb;

import java.util.Set;

/** What the table, its keys and its index are called. */
record Names(String table, String pk, String sk, String index, String indexPk, String indexSk) {
    static final Names STANDARD = new Names("next-auth", "pk", "sk", "GSI1", "GSI1PK", "GSI1SK");

    /** Attributes that are no fields. */
    Set<String> keys() {
        return Set.of(pk, sk, indexPk, indexSk);
    }
}
