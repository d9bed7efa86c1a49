package dev.cardea.benchmarks;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.crypto.DirectDecrypter;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.jose.Hkdf;
import dev.cardea.json.Claims;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.ParseException;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a session costs, beside the bare primitives on the same bytes and beside a general library. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TokenBenchmark {
    private static final String SALT = "authjs.session-token";
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks";

    private final Secrets secrets = Secrets.of(SECRET);
    private final EncryptedJwt codec = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());
    private final Claims claims = Claims.of("name", "Ada Lovelace")
            .with("email", "ada@example.com")
            .with("picture", "https://example.com/ada.png")
            .with("sub", "7f0c3c6e-2d0a-4d2a-8b64-2f9a1c5ad0b1");
    private final String token = codec.encode(new EncodeParams(claims, secrets, SALT));
    private final byte[] key = Hkdf.sha256(
            SECRET.getBytes(StandardCharsets.UTF_8),
            SALT.getBytes(StandardCharsets.UTF_8),
            ("Auth.js Generated Encryption Key (" + SALT + ")").getBytes(StandardCharsets.UTF_8),
            64);
    private final SecretKey macKey = new SecretKeySpec(Arrays.copyOf(key, 32), "HmacSHA512");
    private final SecretKey aesKey = new SecretKeySpec(Arrays.copyOfRange(key, 32, 64), "AES");
    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .environment(Environment.PRODUCTION)
            .secret(SECRET)
            .build());
    private final Request session = Request.get("http://localhost/auth/session")
            .header("cookie", "authjs.callback-url=http%3A%2F%2Flocalhost; authjs.session-token=" + token);

    @Benchmark
    public Claims decode() {
        return codec.decode(new DecodeParams(token, secrets, SALT)).orElseThrow();
    }

    @Benchmark
    public String encode() {
        return codec.encode(new EncodeParams(claims, secrets, SALT));
    }

    @Benchmark
    public Response getSession() {
        return auth.handle(session);
    }

    /** The same bytes through MAC and cipher, and nothing else. */
    @Benchmark
    public byte[] decodeBare() throws GeneralSecurityException {
        var parts = token.split("\\.");
        var url = Base64.getUrlDecoder();
        byte[] aad = parts[0].getBytes(StandardCharsets.US_ASCII);
        byte[] iv = url.decode(parts[2]);
        byte[] text = url.decode(parts[3]);
        var mac = Mac.getInstance("HmacSHA512");
        mac.init(macKey);
        mac.update(aad);
        mac.update(iv);
        mac.update(text);
        mac.update(ByteBuffer.allocate(8).putLong(aad.length * 8L).array());
        if (!MessageDigest.isEqual(Arrays.copyOf(mac.doFinal(), 32), url.decode(parts[4]))) {
            throw new GeneralSecurityException("tag");
        }
        var cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.DECRYPT_MODE, aesKey, new IvParameterSpec(iv));
        return cipher.doFinal(text);
    }

    @Benchmark
    public Object decodeNimbus() throws ParseException, JOSEException {
        var jwe = JWEObject.parse(token);
        jwe.decrypt(new DirectDecrypter(key));
        return jwe.getPayload().toJSONObject();
    }
}
