package com.example.guides;

import dev.cardea.AuthConfig;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.Route;
import dev.cardea.action.RouteRequest;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A module with a short route; the one of the guide is tested with the guide. */
record Nicknames(Map<String, String> nicknames) implements AuthConfig.Extension, Route {
    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        config.route(this);
    }

    @Override
    public String name() {
        return "nickname";
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET");
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        var id = String.valueOf(call.session().orElseThrow().user().id());
        return InternalResponse.json(200, Claims.of("nickname", nicknames.get(id)), List.of());
    }
}
