create table note (
  id bigint generated always as identity primary key,
  author_id varchar(255) not null references "user" ("id") on delete cascade,
  content varchar(1000) not null
);
create index note_author_id_idx on note (author_id);
