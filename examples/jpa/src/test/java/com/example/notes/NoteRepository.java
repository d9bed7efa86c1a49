// sample
package com.example.notes;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

interface NoteRepository extends JpaRepository<Note, Long> {
    List<Note> findByAuthorIdOrderById(String authorId);
}
// end
