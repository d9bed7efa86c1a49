package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.attacks.Result.Outcome;
import dev.cardea.json.Json;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class ReportTest {
    private static final Attack REJECTED = new Attack("A01", "first", Group.ANONYMOUS, "rejected", "nothing");
    private static final Attack SUCCEEDED =
            new Attack("A18", "a <script>", Group.ANONYMOUS, "escaped", "escape \"it\"");
    private static final Attack NOT_RUN = new Attack("A35", "third", Group.ACCOUNT, "rejected", "nothing");

    private final Report report = new Report(
            "http://localhost:3000",
            7,
            List.of(
                    result(REJECTED, Outcome.REJECTED, "", List.of()),
                    result(
                            SUCCEEDED,
                            Outcome.SUCCEEDED,
                            "",
                            List.of(new Finding(SUCCEEDED, "GET /error?error=<script>", "it is \u0001 & there"))),
                    result(NOT_RUN, Outcome.NOT_RUN, "no test user was given", List.of())));

    @Test
    void the_text_has_request_expected_seen_and_remedy() {
        assertThat(report.describe()).isEqualTo("""
                A18 broken    a <script>
                    request   GET /error?error=<script>
                    expected  escaped
                    seen      it is \u0001 & there
                    remedy    escape "it"
                    docs      attacks.md#a18
                """);
    }

    @Test
    void the_JSON_has_each_attack_with_its_outcome() {
        var all =
                (List<?>) Json.parseObject(report.toJson(), Json.INBOUND_DEPTH).value("attacks");
        assertThat(all).hasSize(3);
        assertThat(report.toJson())
                .contains("\"outcome\":\"ok\"", "\"outcome\":\"broken\"", "\"outcome\":\"not run\"")
                .contains("\"reason\":\"no test user was given\"", "\"requests\":7");
    }

    @Test
    void the_SARIF_report_has_a_rule_for_each_attack_a_result_for_each_finding_and_a_warning_for_what_was_not_run() {
        var run =
                (List<?>) Json.parseObject(report.toSarif(), Json.INBOUND_DEPTH).value("runs");
        assertThat(run).hasSize(1);
        assertThat(report.toSarif())
                .contains("\"version\":\"2.1.0\"", "\"ruleId\":\"A18\"", "\"level\":\"error\"")
                .contains("\"toolExecutionNotifications\":[{\"level\":\"warning\"", "not run: no test user was given")
                .contains("\"id\":\"A01\"", "\"id\":\"A18\"", "\"id\":\"A35\"")
                .doesNotContain("\"ruleId\":\"A01\"", "\"ruleId\":\"A35\"");
    }

    @Test
    void the_JUnit_report_is_XML_with_a_case_for_each_attack_and_what_was_not_run_is_skipped() throws Exception {
        var xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(report.toJUnit().getBytes(StandardCharsets.UTF_8)));
        var suite = xml.getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("3");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        var cases = suite.getElementsByTagName("testcase");
        assertThat(cases.getLength()).isEqualTo(3);
        assertThat(((Element) cases.item(1)).getElementsByTagName("failure").getLength())
                .isEqualTo(1);
        assertThat(((Element) cases.item(2)).getElementsByTagName("skipped").getLength())
                .isEqualTo(1);
    }

    @Test
    void a_secret_is_masked_also_in_percent_escapes() {
        var masks = new Masks();
        masks.add("s3cret/value");
        assertThat(masks.apply("Cookie: a=s3cret%2Fvalue; b=s3cret/value\r\nX"))
                .isEqualTo("Cookie: a=***; b=***\\u000d\\u000aX");
    }

    private static Result result(Attack attack, Outcome outcome, String reason, List<Finding> findings) {
        return new Result(attack, outcome, reason, findings, 0, Duration.ofMillis(1_234));
    }
}
