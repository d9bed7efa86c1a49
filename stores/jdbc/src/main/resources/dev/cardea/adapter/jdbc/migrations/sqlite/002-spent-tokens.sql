-- What was used up, so that a sealed value works once. Our own; Auth.js leaves it alone.
create table if not exists "cardea_spent_token" (
  "key" text not null primary key,
  "expires" integer not null
);
create index if not exists "cardea_spent_token_expires_idx" on "cardea_spent_token" ("expires");
