package com.example.tasks;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Has nothing to do with users. */
@Entity
class Task {
    @Id
    Long id;
}
