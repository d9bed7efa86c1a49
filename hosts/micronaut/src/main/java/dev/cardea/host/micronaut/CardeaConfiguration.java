package dev.cardea.host.micronaut;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.util.List;

/**
 * Settings of Cardea.
 *
 * @param protect pages for signed-in users: {@code /page}, {@code /folder/*} or {@code /*}
 */
@ConfigurationProperties("cardea")
public record CardeaConfiguration(
        @Bindable(defaultValue = "") List<String> protect) {
    public CardeaConfiguration {
        protect = protect.stream()
                .map(String::strip)
                .filter(path -> !path.isEmpty())
                .toList();
    }
}
