package dev.cardea.adapter.testkit;

import dev.cardea.adapter.Adapter;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the capability that a contract tests. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface ContractOf {
    Class<? extends Adapter> value();
}
