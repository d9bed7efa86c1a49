package dev.cardea.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords with the jar that runs alone, which has only a part of the library that hashes them. */
class JarPasswordsTest {
    private static final String PASSWORD = "correct horse battery staple";

    private URLClassLoader jar;
    private Object passwords;

    @BeforeEach
    void load() throws Exception {
        var file = Path.of("../target/cardea-server.jar").toUri().toURL();
        jar = new URLClassLoader(new URL[] {file}, ClassLoader.getPlatformClassLoader());
        passwords = type().getMethod("forTests").invoke(null);
    }

    @AfterEach
    void close() throws Exception {
        jar.close();
    }

    @Test
    void a_new_hash_is_verified() throws Exception {
        var hash = type().getMethod("hash", String.class).invoke(passwords, PASSWORD);
        assertThat(verify(PASSWORD, hash)).hasToString("RIGHT");
        assertThat(verify("another password", hash)).hasToString("WRONG");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$2b$06$h4dU11pru4GXjr2ZtM.R.OJen7xNZkZIMrfB/lpQEhCsKoY77LUJi",
                "$scrypt$ln=12,r=8,p=1$RsjZ+z9nLGVMScn5X6s1Zg$hAw0xTjagvyOMSemiQ8vqLMv+3djXXMLPyIOvmhsBI0"
            })
    void a_hash_of_another_program_is_verified(String hash) throws Exception {
        assertThat(verify(PASSWORD, hash)).hasToString("RIGHT_BUT_OUTDATED");
        assertThat(verify("another password", hash)).hasToString("WRONG");
    }

    private Object verify(String password, Object hash) throws Exception {
        return type().getMethod("verify", String.class, String.class).invoke(passwords, password, hash);
    }

    private Class<?> type() throws ClassNotFoundException {
        return jar.loadClass("dev.cardea.password.Passwords");
    }
}
