package dev.cardea.tests;

import dev.cardea.http.Form;
import dev.cardea.json.Json;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Bodies of sign-ins for one account, each spelled or shaped in another way, with other values in the other fields. */
final class AccountSpellings {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final List<String> UNSEEN = List.of(" ", "\t", "\u00a0", "\u200b", "\u0000", "\u0301", "\ufeff");
    private static final List<Normalizer.Form> NORMAL_FORMS = List.of(Normalizer.Form.values());

    private final String name;
    private final Random random;

    record Body(String type, String text) {}

    AccountSpellings(String name, Random random) {
        this.name = name;
        this.random = random;
    }

    Body next(String csrf) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("username", spelled());
        fields.put("password", "guess " + random.nextInt());
        if (random.nextBoolean()) fields.put("totp", String.valueOf(random.nextInt(1_000_000)));
        if (random.nextBoolean()) fields.put("field" + random.nextInt(100), "x");
        fields.put("csrfToken", csrf);
        if (random.nextInt(3) == 0) return form(fields);
        if (random.nextBoolean()) fields.put("username", nested(random.nextInt(6)));
        if (random.nextBoolean()) fields.put("totp", random.nextInt(1_000_000));
        return new Body("application/json", Json.print(fields));
    }

    private Body form(Map<String, Object> fields) {
        Map<String, String> texts = new LinkedHashMap<>();
        fields.forEach((field, value) -> texts.put(field, String.valueOf(value)));
        var text = Form.encode(texts);
        return new Body(FORM, random.nextBoolean() ? text : "username=x" + random.nextInt() + "&" + text);
    }

    private Object nested(int depth) {
        Object value = spelled();
        for (int i = 0; i < depth; i++) value = random.nextBoolean() ? List.of(value) : Map.of("$ne", value);
        return value;
    }

    private String spelled() {
        var spelling = new StringBuilder();
        name.codePoints().forEach(c -> spelling.append(spelled(c)));
        return Normalizer.normalize(spelling, NORMAL_FORMS.get(random.nextInt(NORMAL_FORMS.size())));
    }

    private String spelled(int c) {
        var letter = Character.toString(c);
        return switch (random.nextInt(6)) {
            case 0 -> letter.toUpperCase(Locale.ROOT);
            case 1 -> c > 0x20 && c < 0x7f ? Character.toString(c + 0xfee0) : letter;
            case 2 -> letter + UNSEEN.get(random.nextInt(UNSEEN.size()));
            case 3 -> c == '3' ? "\u0663" : c == 'ø' ? "o" : letter;
            default -> letter;
        };
    }
}
