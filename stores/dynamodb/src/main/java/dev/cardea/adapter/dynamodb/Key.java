package dev.cardea.adapter.dynamodb;

import java.nio.charset.StandardCharsets;

/** Where an item is: partition and place in it. */
record Key(String pk, String sk) {
    private static final int MAX_PK = 2048;
    private static final int MAX_SK = 1024;

    static Key of(String both) {
        return new Key(both, both);
    }

    /** Whether something can be there: DynamoDB refuses even to look for a longer one. */
    boolean isPossible() {
        return bytes(pk) <= MAX_PK && bytes(sk) <= MAX_SK;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
