-- What modules keep, such as the password of a user. Our own.
create table if not exists "cardea_record" (
  "kind" text not null,
  "id" text not null,
  "userId" text,
  "data" text not null,
  "version" bigint not null,
  "expires" timestamp(3),
  primary key ("kind", "id")
);
create index if not exists "cardea_record_user_idx" on "cardea_record" ("userId");
create index if not exists "cardea_record_expires_idx" on "cardea_record" ("expires");
