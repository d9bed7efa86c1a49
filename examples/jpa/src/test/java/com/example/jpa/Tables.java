package com.example.jpa;

import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

final class Tables {
    private Tables() {}

    static int count(ApplicationContext app, String table) {
        return app.getBean(JdbcTemplate.class).queryForObject("select count(*) from " + table, Integer.class);
    }
}
