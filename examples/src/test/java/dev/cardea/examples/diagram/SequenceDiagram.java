package dev.cardea.examples.diagram;

import java.util.ArrayList;
import java.util.List;

/**
 * Who sends what to whom, in order, as an SVG picture without a script. It follows the reader's light or dark setting, and
 * its description says the same in words. Immutable.
 */
final class SequenceDiagram {
    private static final int MARGIN = 16;
    private static final int HEAD = 40;
    private static final int LANE = 228;
    private static final int LINE = 18;
    private static final double CHARACTER = 6.9;

    private static final String STYLE = """
            svg { background: #ffffff; }
            text { font: 13px system-ui, sans-serif; fill: #1f2328; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
            .inside { stroke: none; }
            .party { font-weight: 600; stroke: none; }
            .box { fill: #f6f8fa; stroke: #d0d7de; }
            .life { stroke: #d0d7de; stroke-dasharray: 4 4; }
            .arrow { stroke: #57606a; fill: none; }
            .tip { fill: #57606a; }
            .note { fill: #fff8c5; stroke: #d4a72c; }
            @media (prefers-color-scheme: dark) {
              svg { background: #0d1117; }
              text { fill: #e6edf3; stroke: #0d1117; }
              .party, .inside { stroke: none; }
              .box { fill: #161b22; stroke: #30363d; }
              .life { stroke: #30363d; }
              .arrow { stroke: #9198a1; }
              .tip { fill: #9198a1; }
              .note { fill: #272115; stroke: #9e6a03; }
            }
            """;

    private final String title;
    private final List<String> parties;
    private final List<Step> steps;

    /** @param to the same as {@code from} for what a party does by itself */
    private record Step(String from, String to, String text) {}

    private SequenceDiagram(String title, List<String> parties, List<Step> steps) {
        this.title = title;
        this.parties = List.copyOf(parties);
        this.steps = List.copyOf(steps);
    }

    static SequenceDiagram of(String title, String... parties) {
        return new SequenceDiagram(title, List.of(parties), List.of());
    }

    SequenceDiagram send(String from, String to, String text) {
        if (lane(from) < 0 || lane(to) < 0) throw new IllegalArgumentException("not a party: " + from + ", " + to);
        var all = new ArrayList<>(steps);
        all.add(new Step(from, to, text));
        return new SequenceDiagram(title, parties, all);
    }

    SequenceDiagram work(String party, String text) {
        return send(party, party, text);
    }

    String svg() {
        var body = new StringBuilder();
        int y = MARGIN + HEAD + LINE;
        for (var step : steps) y = draw(step, y, body);
        int height = y + MARGIN;
        int width = 2 * MARGIN + LANE * parties.size();
        var out = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + width
                + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height + "\">\n");
        out.append("<title>").append(escape(title)).append("</title>\n");
        out.append("<desc>").append(escape(inWords())).append("</desc>\n");
        out.append("<style>\n").append(STYLE).append("</style>\n");
        for (var party : parties) head(party, height, out);
        return out.append(body).append("</svg>\n").toString();
    }

    /** The steps as sentences, for readers who do not see the picture. */
    private String inWords() {
        var words = new StringBuilder();
        for (var step : steps) {
            words.append(step.from());
            if (!step.from().equals(step.to())) words.append(" to ").append(step.to());
            words.append(": ").append(step.text()).append(". ");
        }
        return words.toString().trim();
    }

    private void head(String party, int height, StringBuilder out) {
        int x = x(party);
        line("life", x, MARGIN + HEAD, x, height - MARGIN, out);
        rectangle("box", x - 90, MARGIN, 180, HEAD, out);
        text("party", x, MARGIN + 25, party, out);
    }

    /** @return where the next step begins */
    private int draw(Step step, int top, StringBuilder out) {
        return step.from().equals(step.to()) ? note(step, top, out) : arrow(step, top, out);
    }

    private int note(Step step, int top, StringBuilder out) {
        var lines = wrap(step.text(), LANE - 24);
        int height = lines.size() * LINE + 10;
        int x = x(step.from());
        rectangle("note", x - (LANE - 8) / 2, top, LANE - 8, height, out);
        for (int i = 0; i < lines.size(); i++) text("inside", x, top + 18 + i * LINE, lines.get(i), out);
        return top + height + LINE;
    }

    private int arrow(Step step, int top, StringBuilder out) {
        int from = x(step.from());
        int to = x(step.to());
        int room = Math.abs(to - from) - 24;
        var lines = wrap(step.text(), room);
        int y = top + lines.size() * LINE;
        for (int i = 0; i < lines.size(); i++) {
            text("message", (from + to) / 2, y - 6 - (lines.size() - 1 - i) * LINE, lines.get(i), out);
        }
        int back = to > from ? -8 : 8;
        line("arrow", from, y, to + back, y, out);
        out.append("<path class=\"tip\" d=\"M%d %d l%d -5 v10 z\"/>\n".formatted(to, y, back));
        return y + LINE;
    }

    private static List<String> wrap(String text, int room) {
        int most = (int) (room / CHARACTER);
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > most) {
                lines.add(line.toString());
                line.setLength(0);
            }
            if (!line.isEmpty()) line.append(' ');
            line.append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private int lane(String party) {
        return parties.indexOf(party);
    }

    private int x(String party) {
        return MARGIN + LANE / 2 + LANE * lane(party);
    }

    private static void line(String style, int x1, int y1, int x2, int y2, StringBuilder out) {
        out.append("<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n".formatted(style, x1, y1, x2, y2));
    }

    private static void rectangle(String style, int x, int y, int width, int height, StringBuilder out) {
        out.append("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n"
                .formatted(style, x, y, width, height));
    }

    private static void text(String style, int x, int y, String text, StringBuilder out) {
        var named = style.isEmpty() ? "" : " class=\"" + style + "\"";
        out.append("<text%s x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n".formatted(named, x, y, escape(text)));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
