package dev.cardea.json;

import java.math.BigDecimal;
import java.math.MathContext;

/** A number as JavaScript prints it (ECMA-262, Number::toString): shortest digits, exponent from 1e21 and below 1e-6. */
final class JsonNumber {
    private JsonNumber() {}

    static String print(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) return "null";
        if (number == 0) return "0";
        if (number == Math.rint(number) && Math.abs(number) < 1L << 53) return Long.toString((long) number);
        var shortest = shortest(Math.abs(number));
        String digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale();
        return (number < 0 ? "-" : "") + layOut(digits, point);
    }

    private static BigDecimal shortest(double number) {
        var exact = new BigDecimal(number);
        for (int precision = 1; precision < 17; precision++) {
            var candidate = exact.round(new MathContext(precision));
            if (candidate.doubleValue() == number) return candidate.stripTrailingZeros();
        }
        return exact.round(new MathContext(17)).stripTrailingZeros();
    }

    private static String layOut(String digits, int point) {
        int length = digits.length();
        if (point >= length && point <= 21) return digits + "0".repeat(point - length);
        if (point > 0 && point <= 21) return digits.substring(0, point) + "." + digits.substring(point);
        if (point > -6 && point <= 0) return "0." + "0".repeat(-point) + digits;
        String exponent = (point > 0 ? "e+" : "e-") + Math.abs(point - 1);
        return (length == 1 ? digits : digits.charAt(0) + "." + digits.substring(1)) + exponent;
    }
}
