package dev.cardea.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of {@code tests/it/revocation-bound}: an ended session is accepted nowhere after five seconds. */
@Tag("part")
@Tag("process")
@Tag("store")
@Tag("nightly")
class RevocationBoundTest {
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "redis"})
    void four_processes_whose_clocks_differ_accept_no_ended_session_after_five_seconds(String store) throws Exception {
        try (var site = RevocationBound.open(store)) {
            for (var how : SessionEnd.values())
                check(new RevocationBound(site).run(how, how == SessionEnd.COMMAND ? 2 : 8, 8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "postgresql")
    void a_process_that_was_stopped_accepts_no_session_that_ended_meanwhile(String store) throws Exception {
        try (var site = RevocationBound.open(store)) {
            check(new RevocationOutages(site).whileStopped(100, 30));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "redis"})
    void a_process_that_was_killed_accepts_no_ended_session_from_its_first_response_on(String store) throws Exception {
        try (var site = RevocationBound.open(store)) {
            var figures = new RevocationOutages(site).whileKilled(40);
            check(figures);
            assertThat(figures.worst()).as(figures.toString()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "redis"})
    void a_process_that_is_cut_off_from_its_store_accepts_no_session_and_signs_no_user_out(String store)
            throws Exception {
        try (var site = RevocationBound.open(store)) {
            check(new RevocationOutages(site).whileCutOff(4, 20));
        }
    }

    /** How long they wait, and how many have to ask again, are figures. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "redis"})
    void two_thousand_visitors_who_arrive_right_after_a_start_stay_signed_in(String store) throws Exception {
        try (var site = CrowdAtStart.open(store)) {
            System.out.println(store + ": " + CrowdAtStart.run(site, 2_000));
        }
    }

    private static void check(RevocationFigures figures) {
        assertThat(figures.worst()).as(figures.toString()).isLessThanOrEqualTo(RevocationBound.BOUND_MILLIS);
        assertThat(figures.acceptedByEnding())
                .as("accepted by the process that ended them")
                .isZero();
        assertThat(figures.acceptedUnread())
                .as("accepted without a read of the store")
                .isZero();
        assertThat(figures.refusedLive()).as("live sessions that were refused").isZero();
    }
}
