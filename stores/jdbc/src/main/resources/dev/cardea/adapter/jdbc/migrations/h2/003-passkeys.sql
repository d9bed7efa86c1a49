-- What is known of passkeys beyond the columns of Auth.js: names, times, the handle of the owner. Our own.
create table if not exists "cardea_passkey" (
  "credential" varchar not null primary key,
  "label" varchar,
  "handle" varchar,
  "created" timestamp(3),
  "used" timestamp(3)
);
