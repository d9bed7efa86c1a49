/**
 * Cardea for every Jakarta Servlet container. {@link dev.cardea.host.servlet.CardeaFilter} runs before the application;
 * pages call {@link dev.cardea.host.servlet.Cardea}.
 */
@NullMarked
package dev.cardea.host.servlet;

import org.jspecify.annotations.NullMarked;
