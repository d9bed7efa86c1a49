package dev.cardea.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StoreTest {
    private static final Instant NOON = Instant.parse("2030-06-01T12:00:00Z");

    /** Those that the library calls. Development mode asks where the data is. */
    private static Stream<Class<?>> capabilities() {
        return Arrays.stream(InMemoryAdapter.class.getInterfaces())
                .filter(it -> !Set.of(UnitOfWork.class, StoreLocation.class).contains(it));
    }

    private static Stream<Method> operations() {
        return capabilities().flatMap(it -> Arrays.stream(it.getDeclaredMethods()));
    }

    @Test
    void the_store_has_the_methods_of_every_capability() {
        assertThat(capabilities()).isNotEmpty().allMatch(it -> it.isAssignableFrom(Store.class));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_failure_names_the_method_of_the_adapter(Method operation) {
        var failure = new IllegalStateException("down");
        var adapter = adapter(operation.getDeclaringClass(), failure);
        assertThatThrownBy(() -> call(new Store(adapter, Clock.systemUTC()), operation))
                .isInstanceOfSatisfying(
                        AdapterException.class, e -> assertThat(e.operation()).isEqualTo(operation.getName()))
                .hasCause(failure);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void an_authentication_error_of_the_adapter_passes_as_it_is(Method operation) {
        var failure = new AuthException(ErrorType.ACCESS_DENIED, "no");
        var adapter = adapter(operation.getDeclaringClass(), failure);
        assertThatThrownBy(() -> call(new Store(adapter, Clock.systemUTC()), operation))
                .isSameAs(failure);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_call_of_a_missing_capability_names_it(Method operation) {
        assertThatThrownBy(() -> call(new Store(new Adapter() {}, Clock.systemUTC()), operation))
                .isInstanceOfSatisfying(
                        AuthException.class, e -> assertThat(e.type()).isEqualTo(ErrorType.MISSING_ADAPTER_METHODS))
                .hasMessage("the adapter has no " + operation.getName() + "; implement "
                        + operation.getDeclaringClass().getSimpleName());
    }

    @Test
    void capabilities_are_those_of_the_adapter_and_not_of_the_store() {
        assertThat(new Store(new InMemoryAdapter(), Clock.systemUTC()).has(UnitOfWork.class))
                .isTrue();
        assertThat(new Store(new Adapter() {}, Clock.systemUTC()).has(UserAdapter.class))
                .isFalse();
    }

    @Test
    void a_record_is_hidden_from_its_end_on() {
        var adapter = new InMemoryAdapter(Clock.fixed(NOON, ZoneOffset.UTC), Randomness.secure());
        adapter.createRecord(record("valid", NOON.plusMillis(1)));
        adapter.createRecord(record("over", NOON));
        adapter.createRecord(record("endless", null));
        var store = new Store(adapter, Clock.fixed(NOON, ZoneOffset.UTC));

        assertThat(store.getRecord("k", "over")).isEmpty();
        assertThat(store.listRecordsByUserId("1", "k"))
                .extracting(ModuleRecord::id)
                .containsExactlyInAnyOrder("valid", "endless");
        assertThat(store.takeRecord("k", "over")).isEmpty();
        assertThat(adapter.getRecord("k", "over")).isEmpty();
        assertThat(store.<Optional<ModuleRecord>>inUnit(unit -> unit.takeRecord("k", "valid")))
                .isPresent();
        assertThat(store.takeRecord("k", "endless")).isPresent();
    }

    private static ModuleRecord record(String id, @Nullable Instant expires) {
        return new ModuleRecord("k", id, "1", "{}", 1, expires);
    }

    @Test
    void without_units_of_work_the_calls_run_one_by_one() {
        var store = new Store(new Adapter() {}, Clock.systemUTC());
        assertThat(store.<Store>inUnit(unit -> unit)).isSameAs(store);
    }

    private static Adapter adapter(Class<?> capability, RuntimeException failure) {
        return (Adapter) Proxy.newProxyInstance(
                StoreTest.class.getClassLoader(), new Class<?>[] {capability}, (proxy, method, arguments) -> {
                    throw failure;
                });
    }

    private static void call(Store store, Method operation) throws Throwable {
        try {
            operation.invoke(
                    store,
                    Arrays.stream(operation.getParameterTypes())
                            .map(StoreTest::sample)
                            .toArray());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object sample(Class<?> type) {
        return List.of(
                        "x",
                        0L,
                        true,
                        NOON,
                        User.of(Claims.NONE),
                        Account.of("p", "1", ProviderType.OAUTH),
                        UserChange.of("1"),
                        SessionChange.of("t").expires(NOON),
                        PasskeyChange.of("c"),
                        new AdapterSession("t", "1", NOON),
                        new SessionRecord("s", "1", true, NOON, NOON, NOON, "p", null, null, null, null),
                        SessionSelection.one("s"),
                        UserPage.first(1),
                        record("r", null),
                        new VerificationToken("a", "t", NOON),
                        new AdapterAuthenticator("c", "1", "1", "k", 0, "singleDevice", false, null))
                .stream()
                .filter(it -> wrapped(type).isInstance(it))
                .findFirst()
                .orElseThrow();
    }

    private static Class<?> wrapped(Class<?> type) {
        if (type == long.class) return Long.class;
        return type == boolean.class ? Boolean.class : type;
    }
}
