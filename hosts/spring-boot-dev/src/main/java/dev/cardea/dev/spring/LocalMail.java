package dev.cardea.dev.spring;

import dev.cardea.provider.EmailProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.core.Ordered;
import org.springframework.core.type.AnnotationMetadata;

/** Sign-in by mail without a mail server, with the name that it has in production. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("cardea.email.from")
class LocalMail {
    /** After the classes of the application, and before the auto-configuration: both may declare such a provider. */
    static final class Selector implements DeferredImportSelector, Ordered {
        /** For Spring. */
        Selector() {}

        @Override
        public int getOrder() {
            return 0;
        }

        @Override
        public String[] selectImports(AnnotationMetadata annotated) {
            return new String[] {LocalMail.class.getName()};
        }
    }

    @Bean
    @ConditionalOnMissingBean(EmailProvider.class)
    EmailProvider cardeaEmail(@Value("${cardea.email.from}") String from) {
        return EmailProvider.of("email", mail -> {
                    throw new IllegalStateException("development mode has no inbox");
                })
                .name("Email")
                .from(from);
    }
}
