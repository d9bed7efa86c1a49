-- What modules keep, such as the password of a user. Our own.
create table if not exists "cardea_record" (
  "kind" varchar2(32 char) not null,
  "id" varchar2(200 char) not null,
  "userId" varchar2(255 char),
  "data" clob not null,
  "version" number(19) not null,
  "expires" timestamp(3),
  primary key ("kind", "id")
);
create index if not exists "cardea_record_user_idx" on "cardea_record" ("userId");
create index if not exists "cardea_record_expires_idx" on "cardea_record" ("expires");
