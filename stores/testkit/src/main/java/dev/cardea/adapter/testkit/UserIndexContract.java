package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.UserIndex;
import dev.cardea.adapter.UserPage;
import dev.cardea.model.User;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link UserIndex}: all users, a page at a time. */
@ContractOf(UserIndex.class)
public interface UserIndexContract extends AdapterContract {
    @Test
    default void every_user_is_on_one_page() {
        var created = List.of(stored(adapter()), stored(adapter()), stored(adapter()));

        for (int limit : new int[] {100, UserPage.MAX_LIMIT}) {
            var all = walk(limit);
            assertThat(all).doesNotHaveDuplicates().containsAll(created);
        }
    }

    @Test
    default void pages_of_every_size_have_the_same_order() {
        for (int i = 0; i < 5; i++) stored(adapter());
        var all = walk(UserPage.MAX_LIMIT);
        var ids = all.stream().map(Samples::id).toList();
        var last = ids.subList(ids.size() - 5, ids.size());
        var before = ids.size() > 5 ? ids.get(ids.size() - 6) : "";

        assertThat(page(before, 2)).isEqualTo(last.subList(0, 2));
        assertThat(page(last.get(1), 1)).isEqualTo(last.subList(2, 3));
        assertThat(page(last.get(2), 10)).isEqualTo(last.subList(3, 5));
        assertThat(page(last.get(4), 10)).isEmpty();
        assertThat(page("", 1)).isEqualTo(ids.subList(0, 1));
    }

    @Test
    default void a_page_follows_a_user_who_was_deleted() {
        for (int i = 0; i < 3; i++) stored(adapter());
        var all = walk(UserPage.MAX_LIMIT);
        var gone = id(all.get(all.size() - 2));
        var next = id(all.get(all.size() - 1));
        users(adapter()).deleteUser(gone);

        assertThat(page(gone, 10)).containsExactly(next);
        assertThat(walk(UserPage.MAX_LIMIT)).extracting(User::id).doesNotContain(gone);
    }

    @Test
    default void a_listed_user_has_all_fields() {
        var user = stored(adapter());

        assertThat(walk(UserPage.MAX_LIMIT)).contains(user);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void a_page_after_an_id_that_cannot_exist_fails_nothing(String text) {
        stored(adapter());

        assertThat(index().listUsers(UserPage.after(text, 3))).hasSizeLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, UserPage.MAX_LIMIT + 1})
    default void a_page_of_a_size_out_of_range_is_rejected(int limit) {
        assertThatThrownBy(() -> UserPage.first(limit)).isInstanceOf(IllegalArgumentException.class);
    }

    private List<String> page(String after, int limit) {
        return index().listUsers(new UserPage(after, limit)).stream()
                .map(Samples::id)
                .toList();
    }

    private List<User> walk(int limit) {
        var all = new ArrayList<User>();
        String after = "";
        while (true) {
            var page = index().listUsers(new UserPage(after, limit));
            assertThat(page).hasSizeLessThanOrEqualTo(limit);
            if (page.isEmpty()) return all;
            all.addAll(page);
            after = id(page.get(page.size() - 1));
        }
    }

    private UserIndex index() {
        return (UserIndex) adapter();
    }
}
