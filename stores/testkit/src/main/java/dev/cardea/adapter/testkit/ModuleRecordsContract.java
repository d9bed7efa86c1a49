package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.records;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.units;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.json.Json;
import dev.cardea.testing.Rounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link ModuleRecords}: what modules keep. */
@ContractOf(ModuleRecords.class)
public interface ModuleRecordsContract extends AdapterContract {
    String KIND = "sample";
    Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06.789Z");

    @Test
    default void a_record_is_returned_as_it_was_created() {
        var full = new ModuleRecord(KIND, unique(), unique(), "{\"a\": [1, null]}", 7, Samples.SOON);
        var bare = new ModuleRecord("a-b", full.id(), null, "0", ModuleRecord.MAX_VERSION, null);

        assertThat(records(adapter()).createRecord(full)).isTrue();
        assertThat(records(adapter()).createRecord(bare)).isTrue();
        assertThat(found(full)).hasValue(full);
        assertThat(found(bare)).hasValue(bare);
    }

    @Test
    default void an_unknown_record_is_absent_and_cannot_be_replaced_or_taken() {
        var record = Samples.moduleRecord(unique());

        assertThat(found(record)).isEmpty();
        assertThat(records(adapter()).replaceRecord(record)).isFalse();
        assertThat(taken(record)).isEmpty();
        assertThat(found(record)).isEmpty();
    }

    @Test
    default void a_record_is_created_once() {
        var record = created(unique());

        assertThat(records(adapter()).createRecord(other(record))).isFalse();
        assertThat(found(record)).hasValue(record);
    }

    @Test
    default void a_record_is_created_over_one_that_has_expired() {
        var user = unique();
        var expired = new ModuleRecord(KIND, unique(), user, "1", 3, LONG_AGO);
        assertThat(records(adapter()).createRecord(expired)).isTrue();
        var record = new ModuleRecord(KIND, expired.id(), unique(), "2", 8, null);

        assertThat(records(adapter()).createRecord(record)).isTrue();
        assertThat(found(record)).hasValue(record);
        assertThat(records(adapter()).listRecordsByUserId(user, KIND)).isEmpty();
        assertThat(records(adapter()).createRecord(other(record))).isFalse();
    }

    @Test
    default void an_expired_record_may_still_be_returned() {
        var record = new ModuleRecord(KIND, unique(), unique(), "1", 3, LONG_AGO);
        records(adapter()).createRecord(record);

        assertThat(found(record)).isIn(Optional.of(record), Optional.empty());
        assertThat(taken(record)).isIn(Optional.of(record), Optional.empty());
        assertThat(found(record)).isEmpty();
    }

    @Test
    default void the_version_that_was_read_is_replaced_by_the_next_one() {
        var user = unique();
        var first = created(user);
        var change = first.with("\"2\"", Samples.LATER);

        assertThat(records(adapter()).replaceRecord(change)).isTrue();
        assertThat(found(first)).hasValue(change.replaced());
        assertThat(records(adapter()).replaceRecord(change)).isFalse();
        assertThat(records(adapter()).replaceRecord(change.replaced().with("3", null)))
                .isTrue();
        assertThat(found(first).orElseThrow().data()).isEqualTo("3");
        assertThat(found(first).orElseThrow().expires()).isNull();
        assertThat(records(adapter()).listRecordsByUserId(user, KIND))
                .containsExactly(found(first).orElseThrow());
    }

    @Test
    default void a_record_cannot_move_to_another_user() {
        var user = unique();
        var first = created(user);
        var theirs = new ModuleRecord(KIND, first.id(), unique(), "2", first.version(), null);

        assertThat(records(adapter()).replaceRecord(theirs)).isTrue();
        assertThat(found(first).orElseThrow().userId()).isEqualTo(user);
        assertThat(records(adapter()).listRecordsByUserId(user, KIND)).hasSize(1);
    }

    @Test
    default void a_record_is_taken_once() {
        var user = unique();
        var record = created(user);
        var another = created(user);

        assertThat(taken(record)).hasValue(record);
        assertThat(taken(record)).isEmpty();
        assertThat(found(record)).isEmpty();
        assertThat(records(adapter()).replaceRecord(record)).isFalse();
        assertThat(records(adapter()).listRecordsByUserId(user, KIND)).containsExactly(another);
        assertThat(records(adapter()).createRecord(record)).isTrue();
    }

    @Test
    default void the_records_of_a_user_are_listed_and_deleted_by_kind() {
        var user = unique();
        var one = created(user);
        var two = created(user);
        var otherKind = new ModuleRecord("other", one.id(), user, "1", 1, null);
        records(adapter()).createRecord(otherKind);
        var theirs = created(unique());
        var nobodys = created(null);

        assertThat(records(adapter()).listRecordsByUserId(user, KIND)).containsExactlyInAnyOrder(one, two);
        assertThat(records(adapter()).listRecordsByUserId(unique(), KIND)).isEmpty();
        records(adapter()).deleteRecordsByUserId(unique(), KIND);
        records(adapter()).deleteRecordsByUserId(user, KIND);

        assertThat(records(adapter()).listRecordsByUserId(user, KIND)).isEmpty();
        assertThat(found(one)).isEmpty();
        assertThat(found(otherKind)).hasValue(otherKind);
        assertThat(found(theirs)).hasValue(theirs);
        assertThat(found(nobodys)).hasValue(nobodys);
    }

    @Test
    default void a_deleted_user_has_no_records_of_modules() {
        var user = id(stored(adapter()));
        var record = created(user);
        var otherKind = new ModuleRecord("other", record.id(), user, "1", 1, null);
        records(adapter()).createRecord(otherKind);
        var theirs = created(id(stored(adapter())));
        var nobodys = created(null);
        users(adapter()).deleteUser(user);

        assertThat(found(record)).isEmpty();
        assertThat(found(otherKind)).isEmpty();
        assertThat(records(adapter()).listRecordsByUserId(user, KIND)).isEmpty();
        assertThat(found(theirs)).hasValue(theirs);
        assertThat(found(nobodys)).hasValue(nobodys);
    }

    /** In each store the text that takes the most room: characters of three bytes, and of four. */
    @Test
    default void data_of_64_kib_is_kept_to_the_character() {
        int room = ModuleRecord.MAX_DATA - 2;
        for (var letter : List.of("a", "\u65e5", "\ud83d\udc29")) {
            int bytes = letter.codePointAt(0) < 128 ? 1 : letter.length() == 1 ? 3 : 4;
            var data = "\"" + letter.repeat(room / bytes) + "\"";
            var record = new ModuleRecord(KIND, unique(), unique(), data, 1, null);
            records(adapter()).createRecord(record);
            assertThat(found(record)).hasValue(record);
            assertThat(records(adapter()).replaceRecord(record)).isTrue();
            assertThat(taken(record)).hasValue(record.replaced());
        }
    }

    @Test
    default void the_longest_names_are_kept_and_told_apart() {
        var kind = "k".repeat(32);
        var id = "~".repeat(199);
        var one = new ModuleRecord(kind, id + "1", "u".repeat(300), "1", 1, null);
        var two = new ModuleRecord(kind, id + "2", "u".repeat(300), "1", 1, null);
        records(adapter()).takeRecord(kind, one.id());
        records(adapter()).takeRecord(kind, two.id());

        assertThat(records(adapter()).createRecord(one)).isTrue();
        assertThat(found(two)).isEmpty();
        assertThat(records(adapter()).createRecord(two)).isTrue();
        assertThat(records(adapter()).listRecordsByUserId("u".repeat(300), kind))
                .containsExactlyInAnyOrder(one, two);
        assertThat(taken(one)).hasValue(one);
        assertThat(taken(two)).hasValue(two);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.HOSTILE)
    default void hostile_users_and_data_are_kept_as_they_are(String text) {
        var user = text + unique();
        var data = Json.print(text);
        var record = new ModuleRecord(KIND, unique(), user, data, 1, null);
        records(adapter()).createRecord(record);

        assertThat(found(record)).hasValue(record);
        assertThat(records(adapter()).listRecordsByUserId(user, KIND)).containsExactly(record);
        records(adapter()).deleteRecordsByUserId(user, KIND);
        assertThat(found(record)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.ALIKE)
    default void similar_ids_and_users_are_different(String one, String other) {
        var unique = unique();
        var record = created(unique + one);
        if (ModuleRecord.canExist(KIND, one)) {
            var named = new ModuleRecord(KIND, unique + one, null, "1", 1, null);
            records(adapter()).createRecord(named);
            assertThat(found(named)).hasValue(named);
        }

        assertThat(records(adapter()).getRecord(KIND, unique + other)).isEmpty();
        assertThat(records(adapter()).takeRecord(KIND, unique + other)).isEmpty();
        assertThat(records(adapter()).listRecordsByUserId(unique + other, KIND)).isEmpty();
        records(adapter()).deleteRecordsByUserId(unique + other, KIND);
        assertThat(found(record)).hasValue(record);
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.UNKNOWN)
    default void names_that_cannot_exist_have_no_record(String text) {
        assertThat(records(adapter()).getRecord(KIND, text)).isEmpty();
        assertThat(records(adapter()).getRecord(text, unique())).isEmpty();
        assertThat(records(adapter()).takeRecord(KIND, text)).isEmpty();
        assertThat(records(adapter()).takeRecord(text, unique())).isEmpty();
        assertThat(records(adapter()).listRecordsByUserId(text, KIND)).isEmpty();
        records(adapter()).deleteRecordsByUserId(text, KIND);
    }

    @Test
    default void one_of_many_concurrent_callers_creates_a_record() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var id = unique();
            var user = unique();
            // Every second round over a record that has expired.
            if (round % 2 == 1) records(adapter()).createRecord(new ModuleRecord(KIND, id, user, "0", 0, LONG_AGO));
            var runners = new ArrayList<Callable<Boolean>>();
            for (int i = 0; i < runners(); i++) {
                var own = new ModuleRecord(KIND, id, user, "\"" + i + "\"", 1 + i, Samples.SOON);
                runners.add(() -> records(adapter()).createRecord(own));
            }
            var outcomes = Race.of(runners);

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(outcomes.stream().filter(Race.Outcome::get)).hasSize(1);
            var stored = records(adapter()).getRecord(KIND, id).orElseThrow();
            assertThat(outcomes.get((int) stored.version() - 1).get()).isTrue();
            assertThat(records(adapter()).listRecordsByUserId(user, KIND)).containsExactly(stored);
        }
    }

    @Test
    default void one_of_many_concurrent_callers_replaces_a_version() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var record = created(unique());
            var runners = new ArrayList<Callable<Boolean>>();
            for (int i = 0; i < runners(); i++) {
                var own = record.with("\"" + i + "\"", Samples.SOON);
                runners.add(() -> records(adapter()).replaceRecord(own));
            }
            var outcomes = Race.of(runners);

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(outcomes.stream().filter(Race.Outcome::get)).hasSize(1);
            var winner = outcomes.stream().map(Race.Outcome::get).toList().indexOf(true);
            var stored = found(record).orElseThrow();
            assertThat(stored.data()).isEqualTo("\"" + winner + "\"");
            assertThat(stored.version()).isEqualTo(record.version() + 1);
        }
    }

    /** Also while others replace it: a taken record never comes back. */
    @Test
    default void one_of_many_concurrent_callers_receives_a_record() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var record = created(unique());
            var runners = new ArrayList<Callable<Optional<ModuleRecord>>>();
            for (int i = 0; i < runners(); i++) {
                runners.add(i % 4 == 1 ? () -> replacedOnly(record) : () -> taken(record));
            }
            var outcomes = Race.of(runners);

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(Race.winners(outcomes)).hasSize(1);
            assertThat(found(record)).isEmpty();
            assertThat(records(adapter()).listRecordsByUserId(String.valueOf(record.userId()), KIND))
                    .isEmpty();
        }
    }

    private Optional<ModuleRecord> replacedOnly(ModuleRecord record) {
        records(adapter()).replaceRecord(record);
        return Optional.empty();
    }

    @Test
    default void a_unit_sees_its_own_changes_of_records() {
        Assumptions.assumeTrue(adapter() instanceof UnitOfWork, "the adapter has no units of work");
        var user = unique();
        var kept = created(user);
        var record = Samples.moduleRecord(user);
        var stored = units(adapter()).inUnit(unit -> {
            assertThat(records(unit).createRecord(record)).isTrue();
            assertThat(records(unit).createRecord(record)).isFalse();
            assertThat(records(unit).getRecord(KIND, record.id())).hasValue(record);
            assertThat(records(unit).listRecordsByUserId(user, KIND)).containsExactlyInAnyOrder(kept, record);
            assertThat(records(unit).replaceRecord(record)).isTrue();
            assertThat(records(unit).replaceRecord(record)).isFalse();
            assertThat(records(unit).takeRecord(KIND, kept.id())).hasValue(kept);
            assertThat(records(unit).takeRecord(KIND, kept.id())).isEmpty();
            return records(unit).getRecord(KIND, record.id()).orElseThrow();
        });

        assertThat(stored).isEqualTo(record.replaced());
        assertThat(records(adapter()).listRecordsByUserId(user, KIND)).containsExactly(stored);
    }

    @Test
    default void a_failed_unit_leaves_records_as_they_were() {
        Assumptions.assumeTrue(adapter() instanceof UnitOfWork, "the adapter has no units of work");
        var user = unique();
        var replaced = created(user);
        var taken = created(user);
        var deleted = created(unique());
        var record = Samples.moduleRecord(user);
        var failure = new IllegalStateException("stop");
        assertThatThrownBy(() -> units(adapter()).inUnit(unit -> {
                    changeAll(unit, replaced, taken, deleted, record);
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(records(adapter()).listRecordsByUserId(user, KIND)).containsExactlyInAnyOrder(replaced, taken);
        assertThat(found(record)).isEmpty();
        assertThat(found(deleted)).hasValue(deleted);
    }

    private static void changeAll(
            Adapter unit, ModuleRecord replaced, ModuleRecord taken, ModuleRecord deleted, ModuleRecord created) {
        records(unit).createRecord(created);
        records(unit).replaceRecord(replaced);
        records(unit).takeRecord(KIND, taken.id());
        records(unit).deleteRecordsByUserId(String.valueOf(deleted.userId()), KIND);
    }

    /** What a second factor or an invitation relies on: the work of the losers is undone. */
    @Test
    default void one_of_many_concurrent_units_takes_a_record() {
        Assumptions.assumeTrue(adapter() instanceof UnitOfWork, "the adapter has no units of work");
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var user = unique();
            var record = created(null);
            var outcomes = Race.of(
                    4,
                    () -> units(adapter()).inUnit(unit -> {
                        boolean isTaken =
                                records(unit).takeRecord(KIND, record.id()).isPresent();
                        if (isTaken) records(unit).createRecord(Samples.moduleRecord(user));
                        return isTaken;
                    }));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(outcomes.stream().filter(Race.Outcome::get)).hasSize(1);
            assertThat(records(adapter()).listRecordsByUserId(user, KIND)).hasSize(1);
        }
    }

    private ModuleRecord created(@Nullable String userId) {
        var record = Samples.moduleRecord(userId);
        assertThat(records(adapter()).createRecord(record)).isTrue();
        return record;
    }

    private static ModuleRecord other(ModuleRecord record) {
        return new ModuleRecord(record.kind(), record.id(), unique(), "\"other\"", record.version(), null);
    }

    private Optional<ModuleRecord> found(ModuleRecord record) {
        return records(adapter()).getRecord(record.kind(), record.id());
    }

    private Optional<ModuleRecord> taken(ModuleRecord record) {
        return records(adapter()).takeRecord(record.kind(), record.id());
    }
}
