// sample
package com.example.notes;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;

@Entity
public class Note {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    @JoinColumn(name = "author_id")
    private AppUser author;

    private String content;

    protected Note() {}

    public Note(AppUser author, String content) {
        this.author = author;
        this.content = content;
    }

    public AppUser getAuthor() {
        return author;
    }

    public String getContent() {
        return content;
    }
}
// end
