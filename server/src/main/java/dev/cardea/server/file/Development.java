package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.module.Extension;

/**
 * How a configuration file is read for development: a variable or file that is missing is a value that is not set, and
 * credentials may be missing.
 *
 * @param url of the site, unless the file or the environment names one
 * @param secret replaces those of the file and of the environment
 * @param extension plays the providers and receives the emails
 */
public record Development(String url, String secret, Extension<AuthConfig.Builder> extension) {
    /** Without the secret. */
    @Override
    public String toString() {
        return "Development[" + extension.getClass().getSimpleName() + "]";
    }
}
