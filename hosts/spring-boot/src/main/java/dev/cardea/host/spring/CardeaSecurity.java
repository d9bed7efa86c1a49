package dev.cardea.host.spring;

import dev.cardea.action.SignOut;
import dev.cardea.host.servlet.Cardea;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.ApplicationContext;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.LogoutConfigurer;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;

/**
 * Takes part in every filter chain of Spring Security: authenticates signed-in users, and redirects visitors who must
 * sign in. Spring Security finds this class in {@code META-INF/spring.factories}.
 */
public final class CardeaSecurity extends AbstractHttpConfigurer<CardeaSecurity, HttpSecurity> {
    @Override
    public void init(HttpSecurity http) {
        try {
            http.exceptionHandling(handling -> handling.defaultAuthenticationEntryPointFor(
                    (request, response, cause) -> {
                        // The callback may allow every visitor, but Spring Security still needs a user.
                        if (!Cardea.sendRefusal(request, response))
                            response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
                    },
                    request -> Cardea.visitor(request).isPresent()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        signOutWith(http);
    }

    /**
     * A logout of Spring Security ends the session of Cardea too; a logout that the application disabled stays
     * disabled.
     */
    @SuppressWarnings("unchecked")
    private static void signOutWith(HttpSecurity http) {
        var logout = (LogoutConfigurer<HttpSecurity>) http.getConfigurer(LogoutConfigurer.class);
        if (logout == null) return;
        logout.addLogoutHandler((request, response, authentication) -> {
            if (Cardea.visitor(request).isPresent()) Cardea.signOutWithoutRedirect(request, response, SignOut.DEFAULT);
        });
    }

    @Override
    public void configure(HttpSecurity http) {
        var beans = http.getSharedObject(ApplicationContext.class).getBeanProvider(SessionRoles.class);
        var roles = OnlyBean.of(SessionRoles.class, beans).orElse(SessionRoles.DEFAULT);
        http.addFilterBefore(new SessionAuthenticationFilter(roles), AnonymousAuthenticationFilter.class);
    }
}
