package dev.cardea.adapter;

/**
 * Which users {@link UserIndex} lists.
 *
 * @param afterId the id of the last user of the page before, who may be deleted by now; empty: from the first user on
 * @param limit how many users at most, from 1 to {@link #MAX_LIMIT}
 */
public record UserPage(String afterId, int limit) {
    public static final int MAX_LIMIT = 1_000;

    /** @throws IllegalArgumentException if the limit is out of range */
    public UserPage {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("the limit must be from 1 to " + MAX_LIMIT + ", not " + limit);
        }
    }

    public static UserPage first(int limit) {
        return new UserPage("", limit);
    }

    public static UserPage after(String id, int limit) {
        return new UserPage(id, limit);
    }
}
