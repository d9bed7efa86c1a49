package dev.cardea.json;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a JSON object as a record, each component from the member with its name. Made once for each record type. */
final class RecordView<R extends Record> {
    private static final ClassValue<RecordView<?>> VIEWS = new ClassValue<>() {
        @Override
        protected RecordView<?> computeValue(Class<?> type) {
            return new RecordView<>(type.asSubclass(Record.class));
        }
    };

    private final Class<R> type;
    private final RecordComponent[] components;
    private final Constructor<R> constructor;

    private RecordView(Class<R> type) {
        this.type = type;
        components = type.getRecordComponents();
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every record has its canonical constructor", e);
        }
        constructor.setAccessible(true);
    }

    @SuppressWarnings("unchecked") // VIEWS maps a type to its own view
    static <R extends Record> RecordView<R> of(Class<R> type) {
        return (RecordView<R>) VIEWS.get(type);
    }

    /** @throws JsonException if a required component is absent */
    R read(Map<String, @Nullable Object> values) {
        var arguments = Arrays.stream(components)
                .map(component -> argument(component, values.get(component.getName())))
                .toArray();
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) throw refused;
            throw new JsonException(type.getSimpleName() + " cannot be made");
        } catch (ReflectiveOperationException e) {
            throw new JsonException(type.getSimpleName() + " cannot be made");
        }
    }

    private @Nullable Object argument(RecordComponent component, @Nullable Object value) {
        var read = value(value, component.getGenericType());
        if (read != null || mayBeNull(component) || mayBeNull(component.getAnnotatedType())) return read;
        throw new JsonException(type.getSimpleName() + "." + component.getName()
                + " is absent or of another type; make it @Nullable or Optional, or supply a value");
    }

    /** Returns {@code null} for a value that is absent or of another type; values are never converted. */
    private static @Nullable Object value(@Nullable Object value, Type as) {
        if (as instanceof ParameterizedType generic) {
            var element = generic.getActualTypeArguments()[0];
            if (generic.getRawType() == Optional.class) return Optional.ofNullable(value(value, element));
            if (generic.getRawType() == List.class) return list(value, element);
        }
        if (value == null || !(as instanceof Class<?> type)) return null;
        if (type == String.class) return value instanceof String ? value : null;
        if (type == boolean.class || type == Boolean.class) return value instanceof Boolean ? value : null;
        if (type == long.class || type == Long.class) return Claim.wholeNumber(value);
        if (type == int.class || type == Integer.class) return integer(Claim.wholeNumber(value));
        if (type == double.class || type == Double.class) return value instanceof Number n ? n.doubleValue() : null;
        if (type == Instant.class) return Claim.instant(value);
        if (type.isEnum()) return constant(value, type);
        if (!(value instanceof Map<?, ?> object)) return null;
        if (type == Claims.class) return Claims.ofFrozen(object);
        return type.isRecord()
                ? of(type.asSubclass(Record.class)).read(Claims.ofFrozen(object).asMap())
                : null;
    }

    /** An absent list has no elements. One element of another type invalidates the whole list. */
    private static @Nullable Object list(@Nullable Object value, Type element) {
        if (value == null) return List.of();
        if (!(value instanceof List<?> values)) return null;
        var list = new ArrayList<Object>(values.size());
        for (var one : values) {
            var read = value(one, element);
            if (read == null) return null;
            list.add(read);
        }
        return List.copyOf(list);
    }

    private static @Nullable Object integer(@Nullable Long number) {
        return number != null && number == number.intValue() ? number.intValue() : null;
    }

    private static @Nullable Object constant(Object value, Class<?> type) {
        for (var constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(value)) return constant;
        }
        return null;
    }

    /** Accepts any annotation of that name, because applications use different nullness libraries. */
    private static boolean mayBeNull(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(annotation -> annotation.getSimpleName().equals("Nullable"));
    }
}
