package com.example.narrow;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** What Hibernate creates for it has neither all columns nor the keys of Cardea's table. */
@Entity
@Table(name = "\"user\"")
class NarrowUser {
    @Id
    @Column(name = "\"id\"")
    String id;

    @Column(name = "\"email\"")
    String email;
}
