package dev.cardea.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112: where an answer ends, and which bytes are not an answer. */
class HookAnswerReaderTest {
    private static final int MOST = 64;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK|Content-Length: 5||hello",
                "HTTP/1.1 200|content-length:5|Content-Length: 5||hello",
                "HTTP/1.1 200 OK|Transfer-Encoding: Chunked||5|hello|0||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||2;x=y|he|003|llo|0|Trailer: t||",
                "HTTP/1.1 100 Continue||HTTP/1.1 103 Early Hints|Link: x||HTTP/1.1 200 OK|Content-Length: 5||hello"
            })
    void an_answer_ends_where_its_head_says_and_another_may_follow(String text) throws IOException {
        var reader = reader(text + "HTTP/1.1 201 Created|Content-Length: 2||ok");
        assertThat(text(reader.read())).isEqualTo("200 hello");
        // What has come already was not asked for.
        assertThat(reader.isReusable()).isFalse();
        assertThat(text(reader.read())).isEqualTo("201 ok");
        assertThat(reader.isReusable()).isTrue();
    }

    @Test
    void an_answer_may_come_byte_by_byte() throws IOException {
        var bytes = bytes("HTTP/1.1 200 OK|X-Cardea-Answer-Signature: s|Transfer-Encoding: chunked||2|he|3|llo|0||");
        var slow = new InputStream() {
            private int next;

            @Override
            public int read() {
                return next < bytes.length ? bytes[next++] : -1;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                int b = read();
                if (b < 0) return -1;
                into[offset] = (byte) b;
                return 1;
            }
        };
        var reader = new HookAnswerReader(slow, MOST);
        var answer = reader.read();
        assertThat(text(answer)).isEqualTo("200 hello");
        assertThat(answer.signature()).isEqualTo("s");
        assertThat(reader.isReusable()).isTrue();
    }

    @Test
    void an_answer_without_a_body_has_none() throws IOException {
        var reader = reader("HTTP/1.1 204 No Content||HTTP/1.1 304 Not Modified|Content-Length: 5||");
        assertThat(text(reader.read())).isEqualTo("204 ");
        assertThat(text(reader.read())).isEqualTo("304 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK||hello",
                "HTTP/1.0 200 OK|Content-Length: 5||hello",
                "HTTP/1.1 200 OK|Connection: keep-alive, Close|Content-Length: 5||hello"
            })
    void an_answer_that_ends_the_connection_is_the_last(String text) throws IOException {
        var reader = reader(text);
        assertThat(text(reader.read())).isEqualTo("200 hello");
        assertThat(reader.isReusable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK|Content-Length: 5||hell",
                "HTTP/1.1 200 OK|Content-Le",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello|",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello0||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||-1|hello|0||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||0x5|hello|0||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|||hello|0||",
                "HTTP/1.1 200 OK|Transfer-Encoding: gzip, chunked||0||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Transfer-Encoding: chunked||0||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Content-Length: 5||5|hello|0||",
                "HTTP/1.1 200 OK|Content-Length: 5|Content-Length: 6||hello!",
                "HTTP/1.1 200 OK|Content-Length: +5||hello",
                "HTTP/1.1 200 OK|Content-Length: 5, 5||hello",
                "HTTP/1.1 200 OK|Content-Length: ||hello",
                "HTTP/1.1 200 OK|Content-Length : 5||hello",
                "HTTP/1.1 200 OK| folded|Content-Length: 5||hello",
                "HTTP/1.1 200 OK|no colon||hello",
                "HTTP/2 200 OK|Content-Length: 5||hello",
                "HTTP/1.1 20 OK||",
                "HTTP/1.1 600 OK||",
                "HTTP/1.1 101 Switching Protocols||",
                "SSH-2.0-OpenSSH|"
            })
    void incomplete_and_ambiguous_answers_are_rejected(String text) {
        var reader = reader(text);
        assertThatThrownBy(reader::read).isInstanceOf(IOException.class);
        assertThat(reader.isReusable()).isFalse();
    }

    @Test
    void a_body_and_a_head_are_bounded_however_they_are_framed() {
        var large = "x".repeat(MOST + 1);
        for (var text : new String[] {
            "HTTP/1.1 200 OK|Content-Length: " + (MOST + 1) + "||",
            "HTTP/1.1 200 OK|Content-Length: 999999999999999999||",
            "HTTP/1.1 200 OK||" + large,
            "HTTP/1.1 200 OK|Transfer-Encoding: chunked||ffffffff|",
            "HTTP/1.1 200 OK|Transfer-Encoding: chunked||40|" + large.substring(1) + "|1|x|0||"
        }) {
            assertThatThrownBy(reader(text)::read).hasMessage("more than 64 bytes");
        }
        assertThatThrownBy(reader("HTTP/1.1 200 OK|" + "A: b|".repeat(20_000) + "|")::read)
                .isInstanceOf(IOException.class);
        assertThatThrownBy(reader("HTTP/1.1 100 Continue||".repeat(20_000))::read)
                .isInstanceOf(IOException.class);
    }

    private static HookAnswerReader reader(String text) {
        return new HookAnswerReader(new ByteArrayInputStream(bytes(text)), MOST);
    }

    private static byte[] bytes(String text) {
        return text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(HookAnswerReader.Answer answer) {
        return answer.status() + " " + new String(answer.body(), StandardCharsets.ISO_8859_1);
    }
}
