// sample
package com.example.notes;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import org.hibernate.annotations.Immutable;

/** A row of Cardea's table of users. Read it here, and let Cardea write it. */
@Entity
@Immutable
@Table(name = "\"user\"")
public class AppUser {
    @Id
    @Column(name = "\"id\"")
    private String id;

    @Column(name = "\"name\"")
    private String name;

    @Column(name = "\"email\"")
    private String email;

    /** In UTC. */
    @Column(name = "\"emailVerified\"")
    private LocalDateTime emailVerified;

    protected AppUser() {}

    public String getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public String getEmail() {
        return email;
    }

    public boolean isEmailVerified() {
        return emailVerified != null;
    }
}
// end
