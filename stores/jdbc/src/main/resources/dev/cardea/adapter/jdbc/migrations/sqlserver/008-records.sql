-- What modules keep, such as the password of a user. Our own.
create table if not exists "cardea_record" (
  "kind" nvarchar(32) collate Latin1_General_100_BIN2 not null,
  "id" nvarchar(200) collate Latin1_General_100_BIN2 not null,
  "userId" nvarchar(255) collate Latin1_General_100_BIN2,
  "data" nvarchar(max) not null,
  "version" bigint not null,
  "expires" datetime2(3),
  primary key ("kind", "id")
);
create index if not exists "cardea_record_user_idx" on "cardea_record" ("userId");
create index if not exists "cardea_record_expires_idx" on "cardea_record" ("expires");
