// sample
package com.example.notes;

import io.quarkus.hibernate.orm.panache.PanacheRepository;
import io.quarkus.panache.common.Sort;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

@ApplicationScoped
class Notes implements PanacheRepository<Note> {
    List<Note> of(String authorId) {
        return list("author.id", Sort.by("id"), authorId);
    }
}
// end
