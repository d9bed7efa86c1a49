package dev.cardea.dev;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.module.RequestFilter;

/**
 * Serves the pages of development mode, and marks the built-in ones.
 *
 * @param bridge whether the site's own server may pass on requests
 */
record DevFilter(DevSite site, boolean bridge) implements RequestFilter {
    private static final String HEADER = "Cardea-Development";

    @Override
    public RequestFilter at(String contextPath, String basePath) {
        return new DevFilter(site.at(contextPath, basePath), bridge);
    }

    @Override
    public boolean handles(String path) {
        return site.handles(path);
    }

    @Override
    public Response handle(Request request, HttpHandler routes) {
        return marked(answer(request, routes));
    }

    /** Returns the response with the header by which tools recognize development mode. */
    static Response marked(Response answer) {
        return answer.header(HEADER, "1");
    }

    private Response answer(Request request, HttpHandler routes) {
        boolean own = handles(request.path());
        var problem = own ? RequestGuard.problemOfOwnPage(request) : RequestGuard.problem(request, bridge);
        if (problem.isPresent()) return RequestGuard.refused(problem.get());
        HttpHandler observed = each -> site.afterRoute(each, routes.handle(each));
        return own ? site.handle(request, observed) : site.banner().on(observed.handle(request));
    }
}
