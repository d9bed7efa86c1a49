-- What is known of passkeys beyond the columns of Auth.js: names, times, the handle of the owner. Our own.
create table if not exists "cardea_passkey" (
  "credential" varchar2(255 char) not null primary key,
  "label" varchar2(255 char),
  "handle" varchar2(255 char),
  "created" timestamp(3),
  "used" timestamp(3)
);
