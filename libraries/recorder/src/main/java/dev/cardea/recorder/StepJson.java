package dev.cardea.recorder;

import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.HostName;
import dev.cardea.observe.ModuleAction;
import dev.cardea.observe.ModuleLabel;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.RequestAction;
import dev.cardea.observe.Shape;
import dev.cardea.observe.Step;
import dev.cardea.observe.StoreKind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A step as the members of a JSON object: one for each component of its record, read by reflection. Each failed sign-in is
 * printed, because its size decides how much of it is kept.
 */
final class StepJson {
    /** Components that may be absent, as their declarations say. */
    static final Set<String> OPTIONAL = Set.of(
            "RequestStart.provider",
            "RequestStart.forwardedHost",
            "RequestStart.isForwardedHttps",
            "OriginDecision.isPeerTrusted",
            "RequestEnd.error",
            "BrowserFacts.client",
            "SignInEnd.error",
            "SignInEnd.isNewUser",
            "CheckSet.domain",
            "CheckRead.value",
            "Return.error",
            "ProviderCallStart.client",
            "ProviderCall.error",
            "ProviderCall.shape",
            "StoreCall.reason",
            "ModuleStep.duration",
            "ErrorReport.provider",
            "Answer.error");

    private static final int MAX_OTHER_MEMBERS = 1_000;

    /** The record of each kind of step, by its name. */
    static final Map<String, Class<?>> KINDS = Stream.of(Step.class.getPermittedSubclasses())
            .collect(Collectors.toUnmodifiableMap((Class<?> kind) -> name(kind), kind -> kind));

    /** Kept, because a class returns new ones each time, and the first call of a new accessor costs most. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

    private static final Map<Class<?>, Function<Object, Object>> PRINTED = new HashMap<>();
    private static final Map<Class<?>, Function<Object, Object>> READ = new HashMap<>();

    static {
        form(boolean.class, it -> it, it -> as(Boolean.class, it));
        form(Boolean.class, it -> it, it -> as(Boolean.class, it));
        form(int.class, it -> ((Integer) it).longValue(), it -> Math.toIntExact(as(Long.class, it)));
        form(Duration.class, it -> ((Duration) it).toNanos(), it -> Duration.ofNanos(as(Long.class, it)));
        form(HostName.class, Object::toString, StepJson::host);
        form(ClientNetwork.class, Object::toString, it -> network(as(String.class, it)));
        form(ProviderId.class, it -> provider((ProviderId) it), StepJson::provider);
        form(StoreKind.class, Object::toString, it -> StoreKind.named(as(String.class, it)));
        form(RequestAction.class, it -> ((RequestAction) it).label(), it -> action(as(String.class, it)));
        form(ModuleLabel.class, Object::toString, it -> new ModuleLabel(as(String.class, it)));
        form(Shape.class, it -> shape((Shape) it), StepJson::shape);
    }

    private StepJson() {}

    private static void form(Class<?> type, Function<Object, Object> print, Function<Object, Object> read) {
        PRINTED.put(type, print);
        READ.put(type, read);
    }

    static String name(Step step) {
        return name(step.getClass());
    }

    private static String name(Class<?> kind) {
        var name = kind.getSimpleName();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    static Map<String, Object> components(Record holder) {
        var members = new LinkedHashMap<String, Object>();
        for (var component : COMPONENTS.get(holder.getClass())) {
            var value = value(holder, component);
            if (value != null) members.put(component.getName(), print(component.getType(), value));
        }
        return members;
    }

    static Map<String, Object> components(Step step) {
        return components((Record) step);
    }

    private static @Nullable Object value(Record holder, RecordComponent component) {
        try {
            return component.getAccessor().invoke(holder);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a component of a step is public", e);
        }
    }

    private static Object print(Class<?> type, Object value) {
        if (value instanceof Enum<?> constant) return constant.name();
        if (value instanceof Set<?> set)
            return set.stream().map(it -> ((Enum<?>) it).name()).sorted().toList();
        var form = PRINTED.get(type);
        return form == null ? components((Record) value) : form.apply(value);
    }

    /** @throws IllegalArgumentException if a component is missing or has another form */
    static Step step(String name, Map<String, ?> members) {
        var kind = KINDS.get(name);
        if (kind == null) throw wrong();
        return (Step) holder(kind, members);
    }

    private static Object holder(Class<?> type, Map<String, ?> members) {
        var components = COMPONENTS.get(type);
        var values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            var value = members.get(components[i].getName());
            if (value != null) values[i] = read(components[i], value);
            else if (!OPTIONAL.contains(type.getSimpleName() + "." + components[i].getName())) throw wrong();
        }
        try {
            var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("not a step", e);
        }
    }

    private static Object read(RecordComponent component, Object value) {
        var type = component.getType();
        if (type.isEnum()) return constant(type, value);
        if (type == Set.class) {
            var item = (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
            if (!(value instanceof List<?> constants)) throw wrong();
            return constants.stream().map(it -> constant(item, it)).collect(Collectors.toUnmodifiableSet());
        }
        var form = READ.get(type);
        if (form != null) return form.apply(value);
        if (!(value instanceof Map<?, ?> members)) throw wrong();
        return holder(type, Claims.of(members).asMap());
    }

    private static Object constant(Class<?> type, @Nullable Object value) {
        for (var constant : type.getEnumConstants())
            if (((Enum<?>) constant).name().equals(value)) return constant;
        throw wrong();
    }

    /** An action of Cardea by the name of its constant, like every enumeration; another is that of a module. */
    private static Object action(String text) {
        for (var action : Step.Action.values()) if (action.name().equals(text)) return action;
        return ModuleAction.named(text);
    }

    private static Object host(Object value) {
        var text = as(String.class, value);
        var host = HostName.of(text);
        if (!host.toString().equals(text)) throw wrong();
        return host.equals(HostName.of("invalid")) ? HostName.INVALID : host;
    }

    private static Object network(String text) {
        return ClientNetwork.parse(text).orElseThrow(StepJson::wrong);
    }

    private static Object provider(ProviderId provider) {
        var members = new LinkedHashMap<String, Object>();
        members.put("id", provider.label());
        if (provider.type() != null) members.put("type", provider.type().name());
        return members;
    }

    private static Object provider(Object value) {
        if (!(value instanceof Map<?, ?> members)) throw wrong();
        var type = members.get("type");
        if (type == null) return ProviderId.UNKNOWN;
        return ProviderId.recorded(
                as(String.class, members.get("id")), (ProviderType) constant(ProviderType.class, type));
    }

    /** A provider may send more members than a reader accepts. */
    private static Object shape(Shape shape) {
        var members = new TreeMap<String, Object>();
        shape.members().forEach((name, type) -> members.put(name, type.name()));
        return Map.of("members", members, "others", (long) Math.min(shape.others(), MAX_OTHER_MEMBERS));
    }

    /** A shape is that of an object, so one is made with such members. */
    private static Object shape(Object value) {
        if (!(value instanceof Map<?, ?> form) || !(form.get("members") instanceof Map<?, ?> members)) throw wrong();
        long others = as(Long.class, form.get("others"));
        if (others < 0 || others > MAX_OTHER_MEMBERS) throw wrong();
        var object = new LinkedHashMap<String, @Nullable Object>();
        members.forEach((name, type) ->
                object.put((String) name, ((Shape.Type) constant(Shape.Type.class, type)).example()));
        if (!object.keySet().stream().allMatch(Shape::isKnown)) throw wrong();
        for (int i = 0; i < others; i++) object.put("other-" + i, true);
        return Shape.of(Claims.of(object));
    }

    static <T> T as(Class<T> type, @Nullable Object value) {
        if (type.isInstance(value)) return type.cast(value);
        throw wrong();
    }

    static IllegalArgumentException wrong() {
        return new IllegalArgumentException("not a value of a trace");
    }
}
