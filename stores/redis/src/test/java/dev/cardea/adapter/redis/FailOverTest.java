package dev.cardea.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.User;
import dev.cardea.testing.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/** A primary and its replica, which takes over. */
@Timeout(60)
@Tag("part")
@Tag("store")
class FailOverTest {
    private static final Instant LATER =
            Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(7, ChronoUnit.DAYS);

    private RedisServer primary;
    private RedisServer replica;
    private UnifiedJedis onPrimary;
    private UnifiedJedis onReplica;
    private RedisAdapter plain;
    private RedisAdapter awaiting;
    private RedisAdapter afterwards;
    private String user;

    @BeforeEach
    void open() {
        // Otherwise the primary waits five seconds for further replicas.
        primary = RedisServer.start("--repl-diskless-sync-delay", "0");
        var address = primary.address();
        replica = RedisServer.start("--replicaof", address.getHost() + " " + address.getPort());
        onPrimary = primary.client();
        onReplica = replica.client();
        plain = RedisAdapter.of(onPrimary);
        awaiting = RedisAdapter.builder(onPrimary)
                .awaitReplicas(1, Duration.ofSeconds(30))
                .build();
        afterwards = RedisAdapter.of(onReplica);
        awaitReplication();
        user = String.valueOf(
                awaiting.createUser(User.of(null, "Ada", "ada@example.com")).id());
        awaiting.createSession(new AdapterSession("t", user, LATER));
        awaiting.createVerificationToken(new VerificationToken("ada@example.com", "hash", LATER));
        assertThat(awaiting.markUsed("before", LATER)).isTrue();
    }

    @AfterEach
    void close() {
        if (onPrimary != null) onPrimary.close();
        if (onReplica != null) onReplica.close();
        if (primary != null) primary.close();
        if (replica != null) replica.close();
    }

    @Test
    void a_write_that_a_replica_confirmed_survives_a_fail_over() {
        assertThat(awaiting.deleteSession("t")).isPresent();
        assertThat(awaiting.useVerificationToken("ada@example.com", "hash")).isPresent();
        assertThat(awaiting.markUsed("key", LATER)).isTrue();
        String in = ((UnitOfWork) awaiting)
                .inUnit(it -> ((SessionAdapter) it)
                        .createSession(new AdapterSession("in a unit", user, LATER))
                        .sessionToken());
        primary.kill();
        promote();

        assertThat(afterwards.getSessionAndUser("t")).isEmpty();
        assertThat(afterwards.useVerificationToken("ada@example.com", "hash")).isEmpty();
        assertThat(afterwards.markUsed("key", LATER)).isFalse();
        assertThat(afterwards.getSessionAndUser(in)).isPresent();
    }

    /** The replica has taken over, and the old primary does not know yet. */
    @Test
    void an_unconfirmed_change_is_an_error_and_signs_no_user_in() {
        var hasty = RedisAdapter.builder(onPrimary)
                .awaitReplicas(1, Duration.ofMillis(50))
                .build();
        promote();

        assertThatThrownBy(() -> hasty.useVerificationToken("ada@example.com", "hash"))
                .hasMessageContaining("0 of 1 replicas")
                .hasMessageContaining("awaitReplicas");
        assertThatThrownBy(() -> hasty.markUsed("key", LATER)).hasMessageContaining("0 of 1 replicas");
        assertThatThrownBy(() -> hasty.deleteSession("t")).hasMessageContaining("0 of 1 replicas");
        assertThatThrownBy(() -> hasty.updateUser(UserChange.of(user).name("Eve")))
                .hasMessageContaining("0 of 1 replicas");
        assertThatThrownBy(() -> hasty.deleteUser(user)).hasMessageContaining("0 of 1 replicas");
        // A condition that does not hold changes nothing, so there is nothing to confirm.
        assertThat(hasty.markUsed("before", LATER)).isFalse();
    }

    /** The limit that the page on Redis states. */
    @Test
    void without_waiting_a_fail_over_can_bring_an_ended_session_back() {
        promote();
        assertThat(plain.deleteSession("t")).isPresent();
        assertThat(plain.getSessionAndUser("t")).isEmpty();
        primary.kill();

        assertThat(afterwards.getSessionAndUser("t")).isPresent();
    }

    @Test
    void a_count_or_a_timeout_that_cannot_be_is_refused_by_name() {
        var builder = RedisAdapter.builder(onPrimary);

        assertThatThrownBy(() -> builder.awaitReplicas(0, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("awaitReplicas");
        assertThatThrownBy(() -> builder.awaitReplicas(1, Duration.ofNanos(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("awaitReplicas");
    }

    private void promote() {
        try (var jedis = new Jedis(replica.address())) {
            jedis.replicaofNoOne();
        }
    }

    private void awaitReplication() {
        try (var jedis = new Jedis(replica.address())) {
            Eventually.passes(() -> assertThat(jedis.info("replication")).contains("master_link_status:up"));
        }
    }
}
