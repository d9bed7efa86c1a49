-- What is known of passkeys beyond the columns of Auth.js: names, times, the handle of the owner. Our own.
create table if not exists "cardea_passkey" (
  "credential" text not null primary key,
  "label" text,
  "handle" text,
  "created" timestamp(3),
  "used" timestamp(3)
);
