-- What was used up, so that a sealed value works once. Our own; Auth.js leaves it alone.
create table if not exists "cardea_spent_token" (
  "key" nvarchar(255) collate Latin1_General_100_BIN2 not null primary key,
  "expires" datetime2(3) not null
);
create index if not exists "cardea_spent_token_expires_idx" on "cardea_spent_token" ("expires");
