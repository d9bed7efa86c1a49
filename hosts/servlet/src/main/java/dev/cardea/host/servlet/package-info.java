/**
 * Cardea in any Jakarta Servlet container. {@link dev.cardea.host.servlet.AuthFilter} stands before the application;
 * {@link dev.cardea.host.servlet.Cardea} is what pages call.
 */
@NullMarked
package dev.cardea.host.servlet;

import org.jspecify.annotations.NullMarked;
