package dev.cardea.examples.demo;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** What the tables hold, for the curious; tokens are left out. */
final class StoredRows {
    private final DataSource database;

    StoredRows(DataSource database) {
        this.database = database;
    }

    List<Map<String, String>> users() {
        return query("SELECT \"id\", \"name\", \"email\", \"emailVerified\" FROM \"user\" ORDER BY \"email\" LIMIT 20");
    }

    List<Map<String, String>> accountsOf(String userId) {
        return query(
                "SELECT \"provider\", \"type\", \"providerAccountId\", \"scope\" FROM \"account\" WHERE \"userId\" = ?",
                userId);
    }

    private List<Map<String, String>> query(String sql, String... parameters) {
        var rows = new ArrayList<Map<String, String>>();
        try (var connection = database.getConnection();
                var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) statement.setString(i + 1, parameters[i]);
            try (var result = statement.executeQuery()) {
                var columns = result.getMetaData();
                while (result.next()) {
                    var row = new LinkedHashMap<String, String>();
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        row.put(columns.getColumnLabel(i), String.valueOf(result.getString(i)));
                    }
                    rows.add(row);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the demo's database isn't responding", e);
        }
        return rows;
    }
}
